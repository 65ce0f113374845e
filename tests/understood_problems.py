"""Problems with what a person would say of them: the answer, for each number its sign and words
that its reason has to have, and lines that the story has to have.
"""

from __future__ import annotations

from typing import NamedTuple


class Understood(NamedTuple):
    text: str
    answer: int
    reasons: tuple[tuple[int, str], ...]
    story: tuple[tuple[str, str], ...]


ENGLISH = (
    Understood(  # state, lose, another kind
        "Ida had 15 plums and 3 jars. She ate 6 plums. How many plums are left?",
        9,
        ((1, "start with 15 plums"), (0, "not about the plums"), (-1, "“ate”, so there are fewer")),
        (("state", "Ida had 15 plums"), ("event", "Ida ate 6 plums"), ("aside", "Ida had 3 jars")),
    ),
    Understood(  # give, seen from the giver
        "Mia had 52 apples. She gave 34 apples to her neighbours. "
        "How many apples does Mia have now?",
        18,
        ((1, "at first: start with 52"), (-1, "“gave”, so there are fewer: take away 34 apples")),
        (("event", "Mia gave 34 apples to her neighbours"),),
    ),
    Understood(  # give, seen from the receiver
        "Tom had 8 stamps. Kate gave him 5 stamps. How many stamps does Tom have now?",
        13,
        ((1, "start with 8 stamps"), (1, "“gave”, so there are more: add 5")),
        (("state", "Tom had 8 stamps"), ("event", "Kate gave him 5 stamps")),
    ),
    Understood(  # gain
        "Leo had 14 shells. He found 9 shells. How many shells does Leo have now?",
        23,
        ((1, "“had”"), (1, "“found”, so there are more: add 9 shells")),
        (("event", "Leo found 9 shells"),),
    ),
    Understood(  # take
        "Nora had 20 cards. Her brother took 6 cards from her. How many cards does Nora have now?",
        14,
        ((1, "start with 20"), (-1, "fewer: take away 6 cards")),
        (("event", "Her brother took 6 cards from her"),),
    ),
    Understood(  # put
        "There were 11 pears in the bowl. Dad put 7 pears in the bowl. "
        "How many pears are in the bowl now?",
        18,
        ((1, "start with 11 pears"), (1, "“put”, so there are more: add 7")),
        (("state", "There were 11 pears in the bowl"), ("event", "Dad put 7 pears in the bowl")),
    ),
    Understood(  # remove
        "There were 30 books on the shelf. Amy removed 12 books from the shelf. "
        "How many books are on the shelf now?",
        18,
        ((1, "start with 30"), (-1, "“removed”, so there are fewer")),
        (("event", "Amy removed 12 books from the shelf"),),
    ),
    Understood(  # come
        "There were 16 children in the park. 5 more children came. "
        "How many children are in the park now?",
        21,
        ((1, "start with 16"), (1, "so there are more: add 5")),
        (("event", "5 more children came"),),
    ),
    Understood(  # leave, with a particle
        "There were 19 birds on the roof. 8 birds flew away. How many birds are on the roof now?",
        11,
        ((1, "start with 19 birds"), (-1, "“flew away”, so there are fewer: take away 8")),
        (("event", "8 birds flew away"),),
    ),
    Understood(  # make
        "Grandma had 6 scarves. She knitted 4 scarves. How many scarves does Grandma have now?",
        10,
        ((1, "start with 6"), (1, "“knitted”, so there are more")),
        (("event", "Grandma knitted 4 scarves"),),
    ),
    Understood(  # use
        "Ben had 25 nails. He used 9 nails for a box. How many nails does Ben have left?",
        16,
        ((1, "start with 25 nails"), (-1, "“used”, so there are fewer: take away 9")),
        (("event", "Ben used 9 nails for a box"),),
    ),
    Understood(  # do, summed
        "Eva read 12 pages on Monday and 15 pages on Tuesday. How many pages did she read in all?",
        27,
        ((1, "part of what is asked: start with 12"), (1, "part of what is asked: add 15")),
        (("event", "Eva read 12 pages on Monday"), ("event", "Eva read 15 pages on Tuesday")),
    ),
    Understood(  # rise
        "The plant was 20 cm tall. It grew 7 cm. How tall is the plant now?",
        27,
        ((1, "how much it is: start with 20"), (1, "“grew”, so it is more: add 7")),
        (("state", "The plant was 20 cm tall"),),
    ),
    Understood(  # a measure shrinks
        "A rope was 12 metres long. Ben cut off 5 metres. How long is the rope now?",
        7,
        ((1, "start with 12 metres"), (-1, "“cut off”, so it is less: take away 5")),
        (("event", "Ben cut off 5 metres"),),
    ),
    Understood(  # need
        "Nina needs 40 beads. She already has 25 beads. How many more beads does she need?",
        15,
        ((1, "how many are wanted: start with 40"), (-1, "there already: take away 25")),
        (("goal", "Nina needs 40 beads"), ("state", "Nina already has 25 beads")),
    ),
    Understood(  # a price and a purse
        "A bike costs $90. Tim has $62. How much more money does Tim need?",
        28,
        ((1, "what it costs: start with"), (-1, "how much money there is: take away")),
        (("state", "A bike costs $90"), ("state", "Tim has $62")),
    ),
    Understood(  # parts of a whole
        "Of 52 animals on a farm 17 are cows, 20 are hens, and the others are pigs. "
        "How many pigs are there?",
        15,
        (
            (1, "start with 52 animals"),
            (-1, "“17 are cows”, and those are not the ones we are asked about"),
            (-1, "“20 are hens”, and those are not the ones"),
        ),
        (("part", "17 are cows"), ("part", "20 are hens"), ("part", "The others are pigs")),
    ),
    Understood(  # so many more, of the one asked about
        "Ben has 12 marbles. Ann has 5 more marbles than Ben. How many marbles does Ann have?",
        17,
        ((1, "start with 12 marbles"), (1, "“has more”, so there are more: add 5")),
        (("comparison", "Ann has 5 more marbles than Ben"),),
    ),
    Understood(  # so many fewer
        "Ben has 12 marbles. Ann has 5 fewer marbles than Ben. How many marbles does Ann have?",
        7,
        ((1, "start with 12 marbles"), (-1, "so there are fewer: take away 5")),
        (("comparison", "Ann has 5 fewer marbles than Ben"),),
    ),
    Understood(  # so many more, of the other one
        "Ann has 12 marbles. She has 5 more marbles than Ben. How many marbles does Ben have?",
        7,
        ((1, "start with 12"), (-1, "so the other has fewer: take away 5")),
        (("comparison", "Ann has 5 more marbles than Ben"),),
    ),
    Understood(  # a difference is asked for
        "The red kite flew 59 metres high. The blue kite flew 86 metres high. "
        "How many metres higher did the blue kite fly than the red kite?",
        27,
        ((-1, "take away 59"), (1, "start with 86")),
        (),
    ),
    Understood(  # start unknown
        "Sam had some shells. He found 9 more and now has 31. "
        "How many shells did Sam have at first?",
        22,
        ((-1, "“found more”, so there were fewer before: take away 9"), (1, "go back from there")),
        (
            ("state", "Sam had some shells"),
            ("event", "Sam found 9 more"),
            ("end", "Sam now has 31"),
        ),
    ),
    Understood(  # change unknown
        "There were 18 boats in the harbour. Some boats left, and now there are 11. "
        "How many boats left?",
        7,
        ((1, "before: start with 18 boats"), (-1, "afterwards: take away 11")),
        (("event", "Some boats left"), ("end", "Now there are 11")),
    ),
    Understood(  # change unknown after a gain
        "A baker had 20 loaves. He baked 30 loaves and sold some of them. Now he has 12 loaves. "
        "How many loaves did he sell?",
        38,
        ((1, "start with 20"), (1, "“baked”"), (-1, "take away 12")),
        (("event", "The baker baked 30 loaves"),),
    ),
    Understood(  # somebody else's
        "Ben had 40 cards and Tom had 25 cards. Ben lost 12 cards. "
        "How many cards does Ben have now?",
        28,
        ((1, "start with 40"), (0, "belongs to somebody else"), (-1, "“lost”, so there are fewer")),
        (("aside", "Tom had 25 cards"),),
    ),
    Understood(  # together
        "Lily has 13 dolls and Rose has 9 dolls. How many dolls do they have together?",
        22,
        ((1, "start with 13"), (1, "there too: add 9")),
        (("state", "Lily has 13 dolls"), ("state", "Rose has 9 dolls")),
    ),
    Understood(  # ages
        "Mum is 35 years old. Lily is 8 years old. How much older is Mum than Lily?",
        27,
        ((1, "tells an age: start with 35"), (-1, "tells an age: take away 8")),
        (("state", "Mum is 35 years old"), ("state", "Lily is 8 years old")),
    ),
    Understood(  # did not happen to the asked one; two changes
        "There were 24 people on the bus. 9 people got off and 5 people got on. "
        "How many people are on the bus now?",
        20,
        (
            (1, "start with 24"),
            (-1, "“got off”, so there are fewer"),
            (1, "“got on”, so there are"),
        ),
        (("event", "9 people got off"), ("event", "5 people got on")),
    ),
)

CHINESE = (
    Understood(
        "图书角有58本故事书和6盆花，同学们借走了23本故事书，还剩多少本故事书？",
        35,
        ((1, "原来有多少：先看58"), (0, "说的不是故事书：用不上"), (-1, "“借走了”，变少：减去23")),
        (("event", "同学们借走了23本故事书"),),
    ),
    Understood(  # give
        "小明有15支铅笔，送给小红6支，还剩多少支铅笔？",
        9,
        ((1, "先看15支铅笔"), (-1, "“送给”，变少：减去6支")),
        (("state", "小明有15支铅笔"), ("event", "小明送给小红6支")),
    ),
    Understood(  # remove, put
        "教室里有24张课桌，搬走了9张，又搬来13张，现在有多少张课桌？",
        28,
        ((1, "先看24张课桌"), (-1, "“搬走了”，变少"), (1, "“又搬来”，变多：加上13张")),
        (("event", "教室里搬走了9张"), ("event", "教室里又搬来13张")),
    ),
    Understood(  # gain
        "小华有18张邮票，又买了7张，现在有多少张邮票？",
        25,
        ((1, "先看18张邮票"), (1, "变多：加上7张")),
        (("state", "小华有18张邮票"),),
    ),
    Understood(  # lose
        "妈妈买来20个苹果，吃了8个，还剩多少个苹果？",
        12,
        ((1, "先看20个苹果"), (-1, "“吃了”，变少：减去8个")),
        (),
    ),
    Understood(  # leave
        "树上有32只小鸟，飞走了14只，树上还有多少只小鸟？",
        18,
        ((1, "先看32只小鸟"), (-1, "“飞走了”，变少：减去14只")),
        (("state", "树上有32只小鸟"),),
    ),
    Understood(  # come
        "操场上有26个同学，又来了9个，现在操场上有多少个同学？",
        35,
        ((1, "先看26个同学"), (1, "“又来了”，变多：加上9个")),
        (),
    ),
    Understood(  # bus
        "公共汽车上有28人，到站后下去12人，又上来7人，现在车上有多少人？",
        23,
        ((1, "先看28人"), (-1, "变少：减去12人"), (1, "变多：加上7人")),
        (),
    ),
    Understood(  # use
        "一本书有120页，小华第一天看了35页，第二天看了42页，还剩多少页没看？",
        43,
        ((1, "先看120页"), (-1, "“看了”，变少：减去35页"), (-1, "“看了”，变少：减去42页")),
        (("event", "小华第一天看了35页"), ("event", "第二天看了42页")),
    ),
    Understood(  # do, summed
        "小芳上午做了16道题，下午做了21道题，一共做了多少道题？",
        37,
        ((1, "要求的一部分：先看16道题"), (1, "要求的一部分：加上21道题")),
        (("event", "小芳上午做了16道题"),),
    ),
    Understood(  # more, of the one asked about
        "小军有35颗弹珠，小亮比小军多27颗。小亮有多少颗弹珠？",
        62,
        ((1, "先看35颗弹珠"), (1, "“比小军多”，所以多：加上27颗")),
        (("comparison", "小亮比小军多27颗"),),
    ),
    Understood(  # fewer
        "小军有35颗弹珠，小亮比小军少7颗。小亮有多少颗弹珠？",
        28,
        ((1, "先看35颗"), (-1, "“比小军少”，所以少：减去7颗")),
        (("comparison", "小亮比小军少7颗"),),
    ),
    Understood(  # cheaper, of the other one
        "一条裤子85元，比一件上衣便宜20元，一件上衣多少元？",
        105,
        ((1, "价钱：先看85元"), (1, "所以另一方多：加上20元")),
        (("comparison", "比一件上衣便宜20元"),),
    ),
    Understood(  # chained
        "甲队比乙队多8人，丙队比甲队少5人，乙队有30人，丙队有多少人？",
        33,
        ((1, "“比乙队多”，所以多：加上8人"), (-1, "“比甲队少”，所以少"), (1, "加上30人")),
        (("state", "乙队有30人"), ("comparison", "甲队比乙队多8人")),
    ),
    Understood(  # a difference
        "牧场里有28只山羊、37只绵羊和6只鹅。山羊比绵羊少多少只？",
        9,
        ((-1, "少的一边：减去28只山羊"), (1, "多的一边：先看37只绵羊"), (0, "用不上")),
        (("state", "牧场里有28只山羊"), ("aside", "6只鹅")),
    ),
    Understood(  # start unknown
        "停车场有一些车，开走了12辆，又开来7辆，现在有30辆，原来有多少辆车？",
        35,
        (
            (1, "“开走了”，所以原来更多：加上12辆"),
            (-1, "“又开来”，所以原来更少：减去7辆"),
            (1, "倒着算回去"),
        ),
        (("state", "停车场有一些车"), ("end", "现在有30辆")),
    ),
    Understood(  # change unknown
        "商店有45个西瓜，卖出一些后还剩17个，卖出了多少个西瓜？",
        28,
        ((1, "先看45个西瓜"), (-1, "减去17个")),
        (),
    ),
    Understood(  # ages
        "小红今年9岁，妈妈今年36岁，妈妈比小红大多少岁？",
        27,
        ((-1, "年龄：减去9岁"), (1, "年龄：先看36岁")),
        (("state", "小红今年9岁"), ("state", "妈妈今年36岁")),
    ),
    Understood(  # gross and net
        "一筐梨连筐重28千克，筐重3千克，筐里有梨多少千克？",
        25,
        ((1, "连容器一起的重量：先看28千克"), (-1, "容器的重量：减去3千克")),
        (),
    ),
    Understood(  # overlap
        "全班45人，喜欢唱歌的有28人，喜欢跳舞的有23人，每人至少喜欢一样，两样都喜欢的有多少人？",
        6,
        ((-1, "其中一组的人数：减去45人"), (1, "先看28人"), (1, "加上23人")),
        (("state", "喜欢唱歌的有28人"),),
    ),
    Understood(  # money
        "小刚有50元，买一个书包用去36元，还剩多少元？",
        14,
        ((1, "先看50元"), (-1, "减去36元")),
        (),
    ),
    Understood(  # somebody else's
        "小明有30张卡片，小红有25张卡片，小明送给弟弟8张，小明还有多少张卡片？",
        22,
        ((1, "先看30张卡片"), (0, "“25张卡片”是别人的：用不上"), (-1, "“送给”，变少：减去8张")),
        (("aside", "小红有25张卡片"),),
    ),
    Understood(  # together
        "三年级有48人，四年级有52人，两个年级一共有多少人？",
        100,
        ((1, "先看48人"), (1, "加上52人")),
        (("state", "三年级有48人"), ("state", "四年级有52人")),
    ),
    Understood(  # several changes
        "仓库里有80袋大米，上午运走25袋，下午运来40袋，现在仓库里有多少袋大米？",
        95,
        ((1, "先看80袋大米"), (-1, "“运走”，变少：减去25袋"), (1, "“运来”，变多：加上40袋")),
        (("event", "上午运走25袋"), ("event", "下午运来40袋")),
    ),
    Understood(  # parts
        "果园里有果树96棵，其中桃树38棵，其余是梨树，梨树有多少棵？",
        58,
        ((1, "先看96棵"), (-1, "减去38棵")),
        (),
    ),
    Understood(  # seats
        "电影院有600个座位，已经坐了485人，还有多少个空座位？",
        115,
        ((1, "600个座位"), (-1, "减去485人")),
        (),
    ),
)
