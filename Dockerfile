# A thin wrapper: the package with its extra, and its command.
#   docker build -t planassay . && docker run -p 5001:5001 -v "$PWD/KB:/kb" planassay
FROM python:3.11-slim
COPY . /src
RUN pip install --no-cache-dir --constraint /src/constraints.txt '/src[serve]' && rm -r /src
EXPOSE 5001
ENTRYPOINT ["planassay"]
CMD ["serve", "--kb", "/kb", "--rest", "--mcp", "--host", "0.0.0.0"]
