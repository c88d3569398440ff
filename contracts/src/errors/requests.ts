import { longestRange, type RangeFault } from '../admin/ranges.ts'
import type { Language } from '../limits.ts'
import type { Localized } from '../localized.ts'
import { wordOfState } from '../state-words.ts'
import { wordOfField } from '../words.ts'
import { refusal } from './refusal.ts'

/** Labels of the invalid fields, without repeats. */
const fieldLabels = (fields: readonly string[], language: Language): string =>
  [...new Set(fields.map((field) => wordOfField(field, language)))].join(', ')

type Wrong = { fields: readonly string[]; broken?: boolean }

const dayFields = { from: '`from`', to: '`to`' }

const rangeFaults: Record<RangeFault['why'], (field: RangeFault['field']) => Localized> = {
  missing: (field) => ({
    'pt-BR': `Falta o dia ${dayFields[field]}: um período próprio tem dois dias, \`from\` e \`to\`.`,
    'en-US': `The day ${dayFields[field]} is missing: a range of one’s own has two, \`from\` and \`to\`.`,
  }),
  no_day: (field) => ({
    'pt-BR': `${dayFields[field]} não é um dia do calendário, de 2000 em diante. Escreva AAAA-MM-DD.`,
    'en-US': `${dayFields[field]} is no day of the calendar, from 2000 on. Write YYYY-MM-DD.`,
  }),
  future: (field) => ({
    'pt-BR': `O dia ${dayFields[field]} ainda não começou no relógio da loja.`,
    'en-US': `The day ${dayFields[field]} has not begun by the shop’s clock.`,
  }),
  reversed: () => ({
    'pt-BR': 'O período termina antes de começar.',
    'en-US': 'The range ends before it begins.',
  }),
  too_long: () => ({
    'pt-BR': `Um período tem no máximo ${longestRange} dias.`,
    'en-US': `A range has ${longestRange} days at most.`,
  }),
  unasked: () => ({
    'pt-BR': 'Só um período próprio (`own`) tem os dias `from` e `to`.',
    'en-US': 'Only a range of one’s own (`own`) has the days `from` and `to`.',
  }),
}

/** Refusals of requests in general, and of everything while the shop is unavailable. */
export const requestErrors = {
  /**
   * broken: a text contains a NUL or half a surrogate pair. Neither can be stored, and the user
   * cannot see them.
   */
  'request.invalid': refusal(400, ({ fields, broken }: Wrong) =>
    broken
      ? {
          'pt-BR':
            `Há um caractere invisível que não pode ser guardado em: ${fieldLabels(fields, 'pt-BR')}. ` +
            'Apague o texto e digite de novo.',
          'en-US':
            `An invisible character that cannot be kept is in: ${fieldLabels(fields, 'en-US')}. ` +
            'Clear the text and type it again.',
        }
      : {
          'pt-BR': `Confira o que foi informado: ${fieldLabels(fields, 'pt-BR')}.`,
          'en-US': `Please check what you entered: ${fieldLabels(fields, 'en-US')}.`,
        },
  ),

  'range.unusable': refusal(400, ({ field, why }: RangeFault) => rangeFaults[why](field)),
  'request.too_deep': refusal(400, {
    'pt-BR': 'O pedido tem listas dentro de listas demais para ser lido.',
    'en-US': 'The request has too many lists within lists to be read.',
  }),
  'request.slow': refusal(408, {
    'pt-BR': 'O pedido demorou demais para chegar. Tente novamente.',
    'en-US': 'The request took too long to arrive. Please try again.',
  }),
  'request.malformed': refusal(400, {
    'pt-BR': 'O pedido não pôde ser lido. Verifique o formato e tente novamente.',
    'en-US': 'The request could not be read. Check its format and try again.',
  }),
  'request.too_large': refusal(413, {
    'pt-BR': 'O pedido é grande demais.',
    'en-US': 'The request is too large.',
  }),
  'request.media_type': refusal(415, {
    'pt-BR': 'Envie os dados em JSON.',
    'en-US': 'Send the data as JSON.',
  }),
  'request.not_found': refusal(404, {
    'pt-BR': 'Este endereço não existe.',
    'en-US': 'This address does not exist.',
  }),
  'rate.limited': refusal(429, {
    'pt-BR': 'Muitas tentativas. Tente novamente mais tarde.',
    'en-US': 'Too many attempts. Try again later.',
  }),
  'request.busy': refusal(429, {
    'pt-BR':
      'A loja está com movimento demais agora. Nada se perdeu: tente de novo em alguns segundos.',
    'en-US': 'The shop is too busy right now. Nothing was lost: try again in a few seconds.',
  }),

  'database.away': refusal(500, {
    'pt-BR':
      'A loja está sem acesso aos próprios dados agora. Espere um minuto e tente de novo; ' +
      'um pagamento já feito não se perde.',
    'en-US':
      'The shop cannot reach its own data right now. Wait a minute and try again; ' +
      'a payment that was made is not lost.',
  }),

  'captcha.failed': refusal(400, {
    'pt-BR': 'Falha na verificação reCAPTCHA. Tente novamente.',
    'en-US': 'reCAPTCHA verification failed. Please try again.',
  }),
  'captcha.unavailable': refusal(502, {
    'pt-BR': 'O serviço reCAPTCHA não respondeu. Tente novamente em instantes.',
    'en-US': 'The reCAPTCHA service did not answer. Try again in a moment.',
  }),

  'state.illegal': refusal(409, ({ from, to }: { from: string; to: string }) => ({
    'pt-BR':
      `Esta mudança de estado não é permitida: de “${wordOfState(from, 'pt-BR')}” para ` +
      `“${wordOfState(to, 'pt-BR')}”.`,
    'en-US':
      `This change of state is not allowed: from “${wordOfState(from, 'en-US')}” to ` +
      `“${wordOfState(to, 'en-US')}”.`,
  })),

  /** The owner's message is used for both languages. */
  maintenance: refusal(503, ({ message }: { message: string }): Localized =>
    message
      ? { 'pt-BR': message, 'en-US': message }
      : {
          'pt-BR': 'A loja está em manutenção. Volte em breve.',
          'en-US': 'The shop is under maintenance. Please come back soon.',
        },
  ),

  internal: refusal(500, {
    'pt-BR': 'Algo falhou do nosso lado. Nada foi perdido; tente novamente em instantes.',
    'en-US': 'Something failed on our side. Nothing was lost; try again in a moment.',
  }),
}
