"""TRL: its GRPO trainer calls the reward itself, on fifty answers, and makes a step of training with it."""

import pytest
from datasets import Dataset
from tests.adapters.answers import DATA, answers, exam, expected
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

from planassay.bench.adapters.trl import TrlReward

pytestmark = pytest.mark.filterwarnings("ignore")
"""The framework's own warnings are not ours."""


def tokenizer():
    """Return a tokenizer of a few words, made here: nothing is fetched."""
    words = ["<pad>", "<eos>", "<unk>", "plan", "is_feasible", "false", "true", "{", "}", ":", '"', "day1"]
    made = Tokenizer(WordLevel({word: place for place, word in enumerate(words)}, unk_token="<unk>"))
    made.pre_tokenizer = Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>", padding_side="left"
    )


def trainer(folder, rows, **settings):
    """Return a GRPO trainer of a model with some thousand weights."""
    words = tokenizer()
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        pad_token_id=words.pad_token_id,
        eos_token_id=words.eos_token_id,
        bos_token_id=None,
    )
    arguments = GRPOConfig(
        output_dir=str(folder),
        use_cpu=True,
        bf16=False,
        report_to=[],
        per_device_train_batch_size=4,
        num_generations=2,
        max_completion_length=8,
        max_steps=1,
        save_strategy="no",
        seed=1,
        **settings,
    )
    return GRPOTrainer(
        model=LlamaForCausalLM(config),
        reward_funcs=[TrlReward(DATA, shaping="official", tasks=exam().tasks)],
        args=arguments,
        train_dataset=Dataset.from_list(rows),
        processing_class=words,
    )


def rows():
    """Return a row a task: the prompt, and the name of the task."""
    return [{"prompt": "plan", "task": name} for name in exam().tasks]


def test_fifty_answers_have_the_scores_of_the_verb(tmp_path):
    """Through the trainer's own call of its reward functions."""
    texts = [text for _, text in answers()]
    inputs = [{"prompt": "plan", "task": name} for name, _ in answers()]
    made = trainer(tmp_path, rows())
    rewards = made._calculate_rewards(inputs, ["plan"] * len(texts), texts, [[3]] * len(texts))
    assert rewards.shape == (len(texts), 1)
    assert rewards[:, 0].tolist() == [scores["official"] for scores in expected()]


def test_a_step_of_training_is_made(tmp_path):
    """On a processor, with a policy of one layer."""
    made = trainer(tmp_path, rows())
    made.train()
    logged = [entry for entry in made.state.log_history if "rewards/planassay/mean" in entry]
    assert logged
    assert made.state.global_step == 1
