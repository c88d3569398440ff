import { sitePageLimits } from '../lengths.ts'
import type { Language } from '../limits.ts'
import { refusal } from './refusal.ts'

const { content, pages } = sitePageLimits
const maxLength = {
  'pt-BR': content.toLocaleString('pt-BR'),
  'en-US': content.toLocaleString('en-US'),
}

/** Refusals about the pages that staff write. */
export const pageErrors = {
  'page.not_found': refusal(404, {
    'pt-BR': 'Página não encontrada.',
    'en-US': 'Page not found.',
  }),

  'page.changed': refusal(409, {
    'pt-BR':
      'Outra pessoa alterou esta página enquanto você a editava. Confira os dados atuais e salve de novo.',
    'en-US':
      'Somebody else changed this page while you were editing it. Check the current data and save again.',
  }),

  'page.slug_taken': refusal(409, {
    'pt-BR': 'Este endereço já é de outra página.',
    'en-US': 'This address already belongs to another page.',
  }),
  'page.empty': refusal(400, {
    'pt-BR': 'Escreva o título e o texto em pelo menos um idioma.',
    'en-US': 'Write the title and the text in at least one language.',
  }),

  'page.too_long': refusal(400, ({ language }: { language: Language }) => ({
    'pt-BR':
      `O texto em ${language === 'pt-BR' ? 'português' : 'inglês'} é grande ou profundo ` +
      `demais: até ${maxLength['pt-BR']} caracteres.`,
    'en-US':
      `The text in ${language === 'pt-BR' ? 'Portuguese' : 'English'} is too long or too deep: ` +
      `up to ${maxLength['en-US']} characters.`,
  })),

  'page.full': refusal(409, {
    'pt-BR': `A loja tem no máximo ${pages} páginas próprias.`,
    'en-US': `The shop holds at most ${pages} pages of its own.`,
  }),
}
