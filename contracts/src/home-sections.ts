/**
 * Sections of the first page below its hero, in the default order: categories, how it works,
 * reviews, questions.
 */
export const homeSections = ['categories', 'steps', 'praise', 'questions'] as const
export type HomeSection = (typeof homeSections)[number]

/** A question of the first page, and its answer in Markdown, in both languages. */
export type OwnQuestion = Record<'askedPt' | 'askedEn' | 'answerPt' | 'answerEn', string>
