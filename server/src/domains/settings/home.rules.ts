import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { homeSections, type OwnQuestion } from '@chaveiro/contracts/home-sections'
import type { Language } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import type { RichText } from '@chaveiro/contracts/rich-text'

import { parseMarkdown } from '../../platform/text/markdown.ts'

type HomeSettings = Pick<
  SiteSettings,
  'heroPicture' | 'heroPicturePt' | 'heroPictureEn' | 'homeSections' | 'questions'
>

/** Staff's changes of the home page; unchanged parts are left out. */
export function homeFields(site: HomeSettings): {
  heroPicture?: { src: string; alts: Localized<string> }
  sections?: HomeSettings['homeSections']
  ownQuestions?: true
} {
  const { heroPicture: src, heroPicturePt: pt, heroPictureEn: en } = site
  const isDefaultOrder = site.homeSections.join() === homeSections.join()

  return {
    ...(src ? { heroPicture: { src, alts: { 'pt-BR': pt || en, 'en-US': en || pt } } } : {}),
    ...(isDefaultOrder ? {} : { sections: site.homeSections }),
    ...(site.questions.length ? { ownQuestions: true } : {}),
  }
}

/**
 * The owner's questions in a language; a question without that language is shown in the other one.
 */
export const questionsIn = (
  questions: readonly OwnQuestion[],
  preferredLanguage: Language,
): { asked: string; tree: RichText; language: Language }[] =>
  questions.map(({ askedPt, answerPt, askedEn, answerEn }) => {
    const isAnswered = { 'pt-BR': askedPt && answerPt, 'en-US': askedEn && answerEn }
    const otherLanguage = preferredLanguage === 'pt-BR' ? 'en-US' : 'pt-BR'
    const language = isAnswered[preferredLanguage] ? preferredLanguage : otherLanguage
    const [question, answer] = language === 'pt-BR' ? [askedPt, answerPt] : [askedEn, answerEn]

    return { asked: question, tree: parseMarkdown(answer) ?? asPlainText(answer), language }
  })

/** A text that is too deeply nested to be drawn, as plain text. */
const asPlainText = (text: string): RichText => [
  { type: 'paragraph', children: [{ type: 'text', text }] },
]
