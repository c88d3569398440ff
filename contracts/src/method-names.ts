import type { Language } from './limits.ts'

const names: Record<string, readonly [pt: string, en: string]> = {
  stripe: ['Cartão', 'Card'],
  card: ['Cartão', 'Card'],
  pix: ['PIX', 'PIX'],
  efybank: ['PIX', 'PIX'],
  crypto: ['Criptomoeda', 'Cryptocurrency'],
  binance: ['Criptomoeda', 'Cryptocurrency'],
  credit_card: ['Cartão de Crédito', 'Credit card'],
  ticket: ['Boleto', 'Boleto'],
}

/** What a person calls a payment method (B253, Q71). */
export const methodName = (type: string, language: Language): string =>
  names[type]?.[language === 'en-US' ? 1 : 0] ?? (language === 'en-US' ? 'Unknown' : 'Desconhecido')
