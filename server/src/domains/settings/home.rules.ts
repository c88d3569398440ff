import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { homeSections, type OwnQuestion } from '@chaveiro/contracts/home-sections'
import type { Language } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import type { RichText } from '@chaveiro/contracts/rich-text'

import { treeOf } from '../../platform/text/markdown.ts'

type Given = Pick<
  SiteSettings,
  'heroPicture' | 'heroPicturePt' | 'heroPictureEn' | 'homeSections' | 'questions'
>

/** What staff changed of the first page, for everybody to know; what they did not is not there. */
export function homeOf(site: Given): {
  heroPicture?: { src: string; alts: Localized<string> }
  sections?: Given['homeSections']
  ownQuestions?: true
} {
  const { heroPicture: src, heroPicturePt: pt, heroPictureEn: en } = site
  const isAsItComes = site.homeSections.join() === homeSections.join()

  return {
    ...(src ? { heroPicture: { src, alts: { 'pt-BR': pt || en, 'en-US': en || pt } } } : {}),
    ...(isAsItComes ? {} : { sections: site.homeSections }),
    ...(site.questions.length ? { ownQuestions: true } : {}),
  }
}

/** The owner's questions as they are read in a language: the other serves where one has none. */
export const questionsIn = (
  questions: readonly OwnQuestion[],
  asked: Language,
): { asked: string; tree: RichText; language: Language }[] =>
  questions.map(({ askedPt, answerPt, askedEn, answerEn }) => {
    const isThere = { 'pt-BR': askedPt && answerPt, 'en-US': askedEn && answerEn }
    const other = asked === 'pt-BR' ? 'en-US' : 'pt-BR'
    const language = isThere[asked] ? asked : other
    const [question, answer] = language === 'pt-BR' ? [askedPt, answerPt] : [askedEn, answerEn]

    return { asked: question, tree: treeOf(answer) ?? plainly(answer), language }
  })

/** A text that is too deep to be drawn, as it was typed. */
const plainly = (text: string): RichText => [
  { type: 'paragraph', children: [{ type: 'text', text }] },
]
