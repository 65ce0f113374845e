"""What is said in Chinese."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.sentences import Sentences

SENTENCES: Final = Sentences(
    unreadable={
        "no_number": "在{text}里没有找到数：应用题里至少要有一个数。",
        "no_question": "在{text}之后没有找到问题：应用题总要问点什么，比如“还剩多少？”。",
    },
    use_it="请用中文出题。",
    verdicts={
        "ok": "",
        "multiplication": "这道题要用乘法或除法，我只会加法和减法。",
        "missing_number": "题目里少了一个数，没有它算不出答案。",
        "number_twice": "这道题有一个数要用不止一次，我看不出怎么用。",
        "unsaid_number": "这道题要用到题目里没有写出的数，我不知道是哪一个。",
        "mixed_units": "题目里的单位不能互相换算。",
        "clock_times": "这道题问的是钟表上的时刻，我不会用时刻来算。",
        "several_questions": "这里问了不止一个问题，请一次只问一个。",
        "several_problems": "这里不止一道题，请一次只给一道。",
        "no_problem": "这不像一道应用题：它没有问数量。",
    },
    question="题目问的是：{question}",
    unused="{quantities}用不上。",
    unused_many="{quantities}都用不上。",
    convert="{step}。",
    first="先看{quantity}。",
    add="加上{quantity}：{step}。",
    take_away="减去{quantity}：{step}。",
    nothing="不用加也不用减。",
    answer="答案是{answer}。",
    perhaps="答案也许是{answer}。",
    unsure="没有把握：也许是{answer}。",
    guess="如果只用加法和减法，我会这样算：{equation}，x = {answer}。",
    headings={
        "state": "有什么",
        "part": "其中",
        "event": "发生了什么",
        "end": "最后",
        "comparison": "比一比",
        "goal": "目标",
        "question": "问什么",
        "aside": "用不上",
    },
    rivals="也可能是",
    confidence_label="把握",
    others_label="其他读法",
    steps_label="一步一步",
    reasons_label="一个数一个数地看",
    story_label="故事",
    guess_label="只用加法和减法会怎样",
    sheet_title="应用题",
    sheet_name="姓名",
    sheet_date="日期",
    sheet_answer="答",
    sheet_answers="答案",
    example="班级图书角原来有78本书,墙上挂着12幅画。同学们借走了35本书,老师又添了20本。"
    "现在图书角有多少本书?",
    comma="、",
    last_comma="和",
    noun_last=False,
    plural_units=False,
    reasons={
        "oneself": "自己",
        "told": "没有写成数的",
        "a rank": "排在后面的那一个",
        "in company": "自己",
        "unsaid": "没有说出来的一个",
        "said": "{said}",
    },
)
