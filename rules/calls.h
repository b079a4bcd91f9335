/* SPDX-License-Identifier: Apache-2.0 */
/* calls.h: the words a referee speaks, in three languages, as data. A referee never hints (SNK 5.1(b)): there is no
 * phrase for what a player might do, for the difference in scores, or for what is left on the table. */
#pragma once

#include <stddef.h>

enum language { LANGUAGE_EN, LANGUAGE_NL, LANGUAGE_ZH, LANGUAGE_COUNT };

/* X(name, English as the book prints it, Dutch, Chinese). {n} stands for the number. */
#define CALL_LIST(X)                                                                                                   \
    X(FOUL, "FOUL", "foul", "犯规")                                                                                    \
    X(FOUL_MISS, "FOUL AND A MISS", "foul and a miss", "犯规且未尽力")                                                 \
    X(FREE_BALL, "FREE BALL", "free ball", "自由球")                                                                   \
    X(TOUCHING, "TOUCHING BALL", "touching ball", "贴球")                                                              \
    X(PENALTY, "PENALTY", "penalty", "受罚")                                                                           \
    X(DECLARE, "DECLARE", "welke bal is on?", "指定")                                                                  \
    X(MISS, "MISS", "miss", "未尽力")                                                                                  \
    X(TIME_OUT, "TIME OUT", "time-out", "暂停")                                                                        \
    X(TIME, "TIME", "tijd", "时间到")                                                                                  \
    X(NUMBER, "{n}", "{n}", "{n}")                                                                                     \
    X(SEVENTY_CANNONS, "SEVENTY CANNONS", "zeventig caramboles", "七十次连撞")                                         \
    X(TEN_HAZARDS, "TEN HAZARDS", "tien hazards", "十次入袋")                                                          \
    X(BAULK_WARNING, "BAULK-LINE WARNING AT 80", "baulklijn, waarschuwing op 80", "开球线警告，八十分")                \
    X(BAULK_CROSSED, "BAULK-LINE CROSSED", "baulklijn gepasseerd", "已过开球线")                                       \
    X(VOID_BREAK, "Void Break", "afstoot ongeldig", "开球无效")                                                        \
    X(SAME_PLAYER_RESTARTS, "Same Player to Re-start Frame, No Penalty", "zelfde speler begint opnieuw, geen straf",   \
      "同一选手重新开球，不罚")                                                                                        \
    X(FOUL_BREAK, "Foul Break", "foute afstoot", "开球犯规")                                                           \
    X(OPPONENT_RESTARTS, "Opponent to Re-start Frame with Two Visits", "tegenstander begint opnieuw met twee beurten", \
      "对手重新开球，两次击球轮")                                                                                      \
    X(FOUL_PLAIN, "Foul", "foul", "犯规")                                                                              \
    X(ONE_VISIT, "One Visit", "één beurt", "一次击球轮")                                                               \
    X(TIME_RUNNING, "Time Running", "de tijd loopt", "开始计时")                                                       \
    X(FOUL_TWO_VISITS_OPEN, "Foul, Two Visits, Open Table", "foul, twee beurten, open tafel",                          \
      "犯规，两次击球轮，开放球局")                                                                                    \
    X(RED_POTTED, "Red Balls Potted", "rode ballen gepot", "红球入袋")                                                 \
    X(YELLOW_POTTED, "Yellow Balls Potted", "gele ballen gepot", "黄球入袋")                                           \
    X(RED_IN_PLAY, "Red Balls in Play", "rood in spel", "红球为目标组")                                                \
    X(YELLOW_IN_PLAY, "Yellow Balls in Play", "geel in spel", "黄球为目标组")                                          \
    X(RED_NOMINATED, "Red Balls Nominated", "rood genomineerd", "指定红球")                                            \
    X(YELLOW_NOMINATED, "Yellow Balls Nominated", "geel genomineerd", "指定黄球")                                      \
    X(RED_YELLOW_POTTED, "Red & Yellow Balls Potted", "rode en gele ballen gepot", "红球和黄球入袋")                   \
    X(OPEN_TABLE, "Open Table", "open tafel", "开放球局")                                                              \
    X(FOUL_TWO_VISITS, "Foul, Two Visits", "foul, twee beurten", "犯规，两次击球轮")                                   \
    X(SECOND_VISIT, "Second Visit", "tweede beurt", "第二次击球轮")                                                    \
    X(SERIOUS_FOUL, "Serious Foul", "zware foul", "严重犯规")                                                          \
    X(TWO_VISITS, "Two Visits", "twee beurten", "两次击球轮")                                                          \
    X(LOSS_OF_FRAME, "Loss of Frame", "verlies van de frame", "判负该局")                                              \
    X(THIRTY_SECONDS, "Thirty Seconds", "dertig seconden", "三十秒")                                                   \
    X(TIME_FOUL_TWO_VISITS, "Time Foul, Two Visits", "tijdfout, twee beurten", "超时犯规，两次击球轮")                 \
    X(TOUCHING_PLAIN, "Touching Ball", "touching ball", "贴球")                                                        \
    X(TOUCHING_PLURAL, "Touching Balls", "touching balls", "贴球")                                                     \
    X(TIME_OUT_PLAIN, "Time Out", "time-out", "暂停")                                                                  \
    X(TOTAL_SNOOKER, "Total Snooker", "volledige snooker", "完全障碍")                                                 \
    X(FOUL_SNOOKER, "Foul Snooker", "snooker na foul", "犯规障碍")                                                     \
    X(JAW_SNOOKER, "Jaw Snooker", "snooker door de pocketkaak", "袋角障碍")                                            \
    X(STALEMATE_RESTART, "Stalemate, Re-start of Frame, Same Player to Break",                                         \
      "patstelling, frame opnieuw, zelfde speler stoot af", "僵局，重新开局，同一选手开球")                            \
    X(RED_BALL_NOMINATED, "Red Ball Nominated", "rode bal genomineerd", "指定一颗红球")                                \
    X(YELLOW_BALL_NOMINATED, "Yellow Ball Nominated", "gele bal genomineerd", "指定一颗黄球")                          \
    X(BLACK_BALL_NOMINATED, "Black Ball Nominated", "zwarte bal genomineerd", "指定黑球")

/* Calls that are spoken with their number, once the stroke is over (SNK 3.10(b)). X(call, English, Dutch, Chinese) */
#define SPOKEN_LIST(X)                                                                                                 \
    X(FOUL, "Foul, {n}", "Foul, {n}", "犯规，{n}分")                                                                   \
    X(FOUL_MISS, "Foul and a miss, {n}", "Foul and a miss, {n}", "犯规且未尽力，{n}分")                                \
    X(PENALTY, "Penalty, {n}", "Penalty, {n}", "受罚，{n}分")                                                          \
    X(MISS, "Miss, {n}", "Miss, {n}", "未击中，{n}分")                                                                 \
    X(NUMBER, "{n}", "{n}", "{n}")

enum call {
    CALL_NONE,
#define X(name, en, nl, zh) CALL_##name,
    CALL_LIST(X)
#undef X
        CALL_COUNT
};

/* The call as the book prints it (English) or as it is spoken (other languages), with the number as figures.
 * Writes at most `size` bytes; returns `text`. */
const char *call_text(enum call call, enum language language, int number, char *text, size_t size);

/* The call as a referee says it, the number in words: "Foul, five". A number below 1 leaves it out. */
const char *call_spoken(enum call call, enum language language, int number, char *text, size_t size);

/* A number in words as a referee says it, 0..999: "forty-five", "vijfenveertig", "四十五". */
const char *call_number(int number, enum language language, char *text, size_t size);
