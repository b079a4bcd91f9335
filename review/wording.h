/* SPDX-License-Identifier: Apache-2.0 */
/* wording.h: what a review says, in three languages, as data. {1}, {2}, … stand for what is filled in. */
#pragma once

#include "ball.h"
#include "calls.h"

#include <jansson.h>

/* X(name, English, Dutch, Chinese) */
#define PHRASE_LIST(X)                                                                                                 \
    X(FIRST, "{1} was hit first, {2} ms after the strike (± {3} ms).",                                                 \
      "{1} is het eerst geraakt, {2} ms na de stoot (± {3} ms).", "最先击中{1}，出杆后{2}毫秒（±{3}毫秒）。")          \
    X(FIRST_UNTIMED, "{1} was hit first.", "{1} is het eerst geraakt.", "最先击中{1}。")                               \
    X(FIRST_NONE, "No ball was hit.", "Er is geen bal geraakt.", "没有击中任何球。")                                   \
    X(FIRST_UNCLEAR, "It cannot be told for certain which ball was hit first.",                                        \
      "Welke bal het eerst geraakt is, is niet met zekerheid te zeggen.", "无法确定最先击中的是哪颗球。")              \
    X(FIRST_LIKELY, "Probably {1}, {2} ms after the strike (± {3} ms).",                                               \
      "Waarschijnlijk {1}, {2} ms na de stoot (± {3} ms).", "很可能是{1}，出杆后{2}毫秒（±{3}毫秒）。")                \
    X(FIRST_LIKELY_UNTIMED, "Probably {1}.", "Waarschijnlijk {1}.", "很可能是{1}。")                                   \
    X(FIRST_LIKELY_NONE, "Probably none at all.", "Waarschijnlijk geen enkele.", "很可能没有击中任何球。")             \
    X(FIRST_NEAR, "The nearest it came to another ball: {1}, with a chance of {2} %.",                                 \
      "Het dichtst bij een andere bal: {1}, met een kans van {2} %.", "最接近的球：{1}，可能性{2}％。")                \
    X(TOUCHING, "{1}: {2} touches the cue-ball: the gap is {3} mm ± {4} (limit {5}).",                                 \
      "{1}: {2} raakt de speelbal: de opening is {3} mm ± {4} (grens {5}).",                                           \
      "{1}：{2}与母球相贴：间隙{3}毫米±{4}（界限{5}）。")                                                              \
    X(APART, "{1}: nothing touches the cue-ball; the nearest is {2}, {3} mm ± {4} away (limit {5}).",                  \
      "{1}: niets raakt de speelbal; het dichtst bij is {2}, op {3} mm ± {4} (grens {5}).",                            \
      "{1}：没有球与母球相贴；最近的是{2}，相距{3}毫米±{4}（界限{5}）。")                                              \
    X(GAP_UNCLEAR, "{1}: too close to tell whether {2} touches: the gap is {3} mm ± {4} (limit {5}).",                 \
      "{1}: te dichtbij om te zeggen of {2} raakt: de opening is {3} mm ± {4} (grens {5}).",                           \
      "{1}：距离太近，无法断定{2}是否相贴：间隙{3}毫米±{4}（界限{5}）。")                                              \
    X(NOT_RECORDED, "{1}: where the balls lay was not recorded.", "{1}: waar de ballen lagen is niet vastgelegd.",     \
      "{1}：没有记录球的位置。")                                                                                       \
    X(NO_CUE_BALL, "{1}: the cue-ball was not on the table.", "{1}: de speelbal lag niet op tafel.",                   \
      "{1}：母球不在台面上。")                                                                                         \
    X(NO_BALL, "{1}: no other ball was on the table.", "{1}: er lag geen andere bal op tafel.",                        \
      "{1}：台面上没有其他球。")                                                                                       \
    X(SNOOKERED, "{1}: snookered on {2} by {3}; the nearest extreme edge is covered by {4} mm ± {5}.",                 \
      "{1}: gesnookerd op {2} door {3}; de vrijste rand is {4} mm ± {5} afgedekt.",                                    \
      "{1}：对{2}形成障碍，障碍球{3}；最空的一侧边缘被遮住{4}毫米±{5}。")                                              \
    X(FREE, "{1}: not snookered: {2} is free at both extreme edges by {3} mm ± {4}.",                                  \
      "{1}: niet gesnookerd: {2} is aan beide uiterste randen {3} mm ± {4} vrij.",                                     \
      "{1}：不是障碍球：{2}的两侧边缘均有{3}毫米±{4}的余地。")                                                         \
    X(SNOOKER_UNCLEAR, "{1}: too close to tell whether {2} is free at both extreme edges: margin {3} mm ± {4}.",       \
      "{1}: te krap om te zeggen of {2} aan beide uiterste randen vrij is: marge {3} mm ± {4}.",                       \
      "{1}：无法断定{2}的两侧边缘是否均可击到：余量{3}毫米±{4}。")                                                     \
    X(NOTHING_ON, "{1}: no ball on is on the table.", "{1}: er ligt geen bal die on is op tafel.",                     \
      "{1}：台面上没有活球。")                                                                                         \
    X(FULL_YES, "{1} could be hit full ball in a straight line, with {2} mm ± {3} to spare.",                          \
      "{1} kon in een rechte lijn vol geraakt worden, met {2} mm ± {3} over.",                                         \
      "{1}可以直线全厚击中，余量{2}毫米±{3}。")                                                                        \
    X(FULL_NO, "No ball on could be hit full ball in a straight line; the best lacks {1} mm ± {2}.",                   \
      "Geen bal die on is kon in een rechte lijn vol geraakt worden; de beste komt {1} mm ± {2} tekort.",              \
      "没有活球可以直线全厚击中；最好的还差{1}毫米±{2}。")                                                             \
    X(FULL_UNCLEAR, "Too close to tell whether {1} could be hit full ball: margin {2} mm ± {3}.",                      \
      "Te krap om te zeggen of {1} vol geraakt kon worden: marge {2} mm ± {3}.",                                       \
      "无法断定{1}能否全厚击中：余量{2}毫米±{3}。")                                                                    \
    X(PART_YES, "Part of {1} could be hit in a straight line, with {2} mm to spare.",                                  \
      "Een deel van {1} kon in een rechte lijn geraakt worden, met {2} mm over.",                                      \
      "{1}的一部分可以直线击中，余量{2}毫米。")                                                                        \
    X(PART_NO, "No part of any ball on could be hit in a straight line; {1} mm are lacking.",                          \
      "Geen deel van een bal die on is kon in een rechte lijn geraakt worden; er ontbreekt {1} mm.",                   \
      "没有活球的任何部分可以直线击中；还差{1}毫米。")                                                                 \
    X(BEFORE, "{1} balls lay on the table before the stroke, each known to ± {2} mm.",                                 \
      "Voor de stoot lagen er {1} ballen op tafel, elk bekend op ± {2} mm.",                                           \
      "击球前台面上有{1}颗球，每颗的误差±{2}毫米。")                                                                   \
    X(BEFORE_UNKNOWN, "Where the balls lay before the stroke was not recorded.",                                       \
      "Waar de ballen voor de stoot lagen is niet vastgelegd.", "没有记录击球前的球位。")                              \
    X(UNSEEN, "Not seen, though on the table: {1}.", "Niet gezien, hoewel op tafel: {1}.",                             \
      "在台面上但没有看到：{1}。")                                                                                     \
    X(IN_AREA, "The cue-ball was in {1}, {2} mm ± {3} inside.",                                                        \
      "De speelbal lag in {1}, {2} mm ± {3} binnen de rand.", "母球在{1}内，距边界{2}毫米±{3}。")                      \
    X(OUT_AREA, "The cue-ball was not in {1}: {2} mm ± {3} outside.",                                                  \
      "De speelbal lag niet in {1}: {2} mm ± {3} erbuiten.", "母球不在{1}内：超出{2}毫米±{3}。")                       \
    X(AREA_UNCLEAR, "Too close to tell whether the cue-ball was in {1}: {2} mm ± {3} from its edge.",                  \
      "Te krap om te zeggen of de speelbal in {1} lag: {2} mm ± {3} van de rand.",                                     \
      "无法断定母球是否在{1}内：距边界{2}毫米±{3}。")                                                                  \
    X(FROM_HAND, "It was played from hand.", "Er werd uit de hand gespeeld.", "这是手中球。")                          \
    X(CROSSED_INTO, "The cue-ball crossed the baulk-line into baulk, {1} mm ± {2} beyond it at the furthest.",         \
      "De speelbal ging over de baulklijn baulk in, op zijn verst {1} mm ± {2} erover.",                               \
      "母球越过开球线进入开球区，最远越过{1}毫米±{2}。")                                                               \
    X(CROSSED_OUT, "The cue-ball crossed the baulk-line out of baulk, {1} mm ± {2} beyond it at the furthest.",        \
      "De speelbal ging over de baulklijn baulk uit, op zijn verst {1} mm ± {2} erover.",                              \
      "母球越过开球线离开开球区，最远越过{1}毫米±{2}。")                                                               \
    X(CROSSED_NOT, "The cue-ball did not cross the baulk-line; it stayed {1} mm ± {2} away from it.",                  \
      "De speelbal kwam niet over de baulklijn; hij bleef er {1} mm ± {2} vandaan.",                                   \
      "母球没有越过开球线；始终相距{1}毫米±{2}。")                                                                     \
    X(CROSSED_UNCLEAR, "Too close to tell whether the cue-ball crossed the baulk-line: {1} mm ± {2}.",                 \
      "Te krap om te zeggen of de speelbal over de baulklijn kwam: {1} mm ± {2}.",                                     \
      "无法断定母球是否越过开球线：{1}毫米±{2}。")                                                                     \
    X(CROSSED_TWICE, "It crossed the line {1} times.", "Hij kwam {1} keer over de lijn.", "共越线{1}次。")             \
    X(STILL, "Nothing was moving at the strike; no ball shifted by more than {1} mm ± {2} in the half second before.", \
      "Niets bewoog bij de stoot; geen bal verschoof meer dan {1} mm ± {2} in de halve seconde ervoor.",               \
      "击球时没有球在动；此前半秒内各球位移不超过{1}毫米±{2}。")                                                       \
    X(STILL_BY_EVENTS, "Nothing was seen moving at the strike.", "Er werd bij de stoot niets bewegends gezien.",       \
      "击球时没有看到球在动。")                                                                                        \
    X(MOVING, "{1} was moving at the strike: {2} mm ± {3} in the half second before.",                                 \
      "{1} bewoog bij de stoot: {2} mm ± {3} in de halve seconde ervoor.",                                             \
      "击球时{1}在动：此前半秒内移动{2}毫米±{3}。")                                                                    \
    X(MOVING_BY_EVENTS, "{1} was moving at the strike.", "{1} bewoog bij de stoot.", "击球时{1}在动。")                \
    X(MOVING_UNCLEAR, "{1} may have been moving at the strike: {2} mm ± {3} in the half second before.",               \
      "{1} bewoog misschien bij de stoot: {2} mm ± {3} in de halve seconde ervoor.",                                   \
      "击球时{1}可能在动：此前半秒内移动{2}毫米±{3}。")                                                                \
    X(WHEN_BEFORE, "Before the stroke", "Voor de stoot", "击球前")                                                     \
    X(WHEN_AFTER, "After the stroke", "Na de stoot", "击球后")                                                         \
    X(THE_D, "the D", "de D", "D形区")                                                                                 \
    X(THE_BAULK, "baulk", "baulk", "开球区")                                                                           \
    X(THE_HEAD, "the area behind the head string", "het vak achter de head string", "开球线后区域")                    \
    X(THE_TABLE, "the playing area", "het speelvlak", "台面")                                                          \
    X(SHEET_TITLE, "Ruling sheet", "Blad bij een beslissing", "裁决单")                                                \
    X(SHEET_CALL, "Call", "Roep", "判罚")                                                                              \
    X(SHEET_WHY, "Reason", "Reden", "原因")                                                                            \
    X(SHEET_CLAUSE, "Clause", "Artikel", "条款")                                                                       \
    X(SHEET_SURE, "How sure", "Hoe zeker", "把握")                                                                     \
    X(SHEET_HINGE, "It hangs on", "Het hangt af van", "关键在于")                                                      \
    X(SHEET_EVIDENCE, "Evidence", "Bewijs", "证据")                                                                    \
    X(SHEET_STROKE, "Stroke {1}, {2}", "Stoot {1}, {2}", "第{1}杆，{2}")                                               \
    X(SHEET_NO_CALL, "no call", "geen roep", "无判罚")                                                                 \
    X(REPORT_TITLE, "Match report", "Wedstrijdverslag", "比赛报告")                                                    \
    X(HINGE_CONTACT, "the contact of {1}", "het contact van {1}", "{1}的碰球")                                         \
    X(HINGE_POCKET, "the pot of {1}", "het potten van {1}", "{1}落袋")                                                 \
    X(HINGE_CUSHION, "whether {1} reached a cushion", "of {1} een band raakte", "{1}是否碰库")                         \
    X(HINGE_EVENT, "what happened to {1}", "wat er met {1} gebeurde", "{1}的情况")                                     \
    X(HINGE_FIRST, "which ball was hit first", "welke bal het eerst geraakt is", "最先击中哪颗球")                     \
    X(HINGE_TOUCHING, "whether balls touch", "of ballen elkaar raken", "球是否贴住")                                   \
    X(HINGE_SNOOK, "whether it is a snooker", "of het een snooker is", "是否形成障碍")                                 \
    X(HINGE_PATH, "whether a ball on could be hit", "of een bal on te raken was", "能否击到活球")                      \
    X(HINGE_SPOT, "whether a spot was free", "of een spot vrij was", "置球点是否空着")                                 \
    X(HINGE_IN_HAND, "where the cue-ball was placed", "waar de speelbal gelegd is", "母球放在哪里")                    \
    X(HINGE_NAME, "which of two balls is which", "welke van twee ballen het is", "两颗球各是哪一颗")                   \
    X(HINGE_SAID, "what was nominated or called", "wat genomineerd of aangekondigd was", "指定或宣告了什么")           \
    X(HINGE_OTHER, "a measurement", "een meting", "一项测量")                                                          \
    X(HINGE_NOTHING, "nothing scored", "niets gescoord", "不得分")                                                     \
    X(SHEET_PLAYER, "At the table", "Aan tafel", "击球方")                                                             \
    X(SHEET_STOOD, "{1}, {2} – {3}; ball on: {4}", "{1}, {2} – {3}; bal on: {4}", "{1}，{2} – {3}；活球：{4}")         \
    X(SHEET_FILM, "Recording", "Opname", "录像")                                                                       \
    X(SHEET_FRAME, "frame", "beeld", "帧")                                                                             \
    X(REPORT_PLAYER, "Player", "Speler", "选手")                                                                       \
    X(REPORT_FRAMES, "Frames", "Frames", "局")                                                                         \
    X(REPORT_STROKES, "Strokes", "Stoten", "击球")                                                                     \
    X(REPORT_POTTED, "Potted", "Gepot", "进球率")                                                                      \
    X(REPORT_POINTS, "Points", "Punten", "得分")                                                                       \
    X(REPORT_BEST, "Best break", "Hoogste break", "最高单杆")                                                          \
    X(REPORT_FOULS, "Fouls", "Fouls", "犯规")                                                                          \
    X(REPORT_MISSES, "Misses", "Misses", "未尽力")                                                                     \
    X(REPORT_PACE, "Seconds a shot", "Seconden per stoot", "每杆秒数")                                                 \
    X(REPORT_BREAKS, "Breaks", "Breaks", "单杆")                                                                       \
    X(REPORT_FROM, "From stroke", "Vanaf stoot", "起始击球")                                                           \
    X(REPORT_STROKE, "Stroke", "Stoot", "击球")                                                                        \
    X(REPORT_NONE, "None.", "Geen.", "无。")                                                                           \
    X(REPORT_LAST, "{1} – {2} in the last frame", "{1} – {2} in de laatste frame", "最后一局{1} – {2}")

enum phrase {
    PHRASE_NONE,
#define X(name, en, nl, zh) PHRASE_##name,
    PHRASE_LIST(X)
#undef X
        PHRASE_COUNT
};

/* What fills a place: a ball (its name differs by language), balls, a phrase, or a text as it is. */
struct fill {
    ball_mask balls;
    enum phrase phrase;
    char text[24];
};

struct fill fill_balls(ball_mask balls);
struct fill fill_phrase(enum phrase phrase);
struct fill fill_number(double value, int decimals);

/* "en", "nl", "zh". */
const char *wording_language(enum language language);
enum language wording_from_name(const char *name); /* LANGUAGE_COUNT: no such language */

/* The phrase with its places filled; malloc'd. NULL when out of memory. */
char *wording(enum phrase phrase, enum language language, const struct ball_set *set, const struct fill *fill, int n);

/* {"en": …, "nl": …, "zh": …}; new reference. */
json_t *wording_all(enum phrase phrase, const struct ball_set *set, const struct fill *fill, int n);

/* The name of a ball, or of a few: "red 4", "the reds". Writes at most `size` bytes; returns `text`. */
const char *wording_balls(const struct ball_set *set, ball_mask balls, enum language language, char *text, size_t size);
