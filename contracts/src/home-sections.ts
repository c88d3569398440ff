/**
 * What the first page shows below its beginning, in the order in which the shop comes: its
 * categories, how it works, what buyers say, what is asked.
 */
export const homeSections = ['categories', 'steps', 'praise', 'questions'] as const
export type HomeSection = (typeof homeSections)[number]

/** A question of the first page, and its answer in Markdown, in both languages. */
export type OwnQuestion = Record<'askedPt' | 'askedEn' | 'answerPt' | 'answerEn', string>
