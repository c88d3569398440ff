import type { PaymentError } from './model.ts'

export type Card = {
  number: string
  expMonth: number
  expYear: number
  name: string
  email: string | null
}

/**
 * The bank's answer to a card. `disputed` pays and opens a dispute at once, like Stripe's test
 * card.
 */
export type CardOutcome = { kind: 'paid' | 'disputed' } | { kind: 'declined'; error: PaymentError }

const declinedCard = (
  decline_code: string,
  message: string,
  code = 'card_declined',
): CardOutcome => ({
  kind: 'declined',
  error: { type: 'card_error', code, decline_code, message },
})

const TEST_CARDS: Record<string, CardOutcome> = {
  '4242424242424242': { kind: 'paid' },
  '5555555555554444': { kind: 'paid' },
  '378282246310005': { kind: 'paid' },
  '4000000000000259': { kind: 'disputed' },
  '4000000000000002': declinedCard('generic_decline', 'Your card was declined.'),
  '4000000000009995': declinedCard('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000009987': declinedCard('lost_card', 'Your card was declined.'),
  '4000000000000069': declinedCard('expired_card', 'Your card has expired.', 'expired_card'),
  '4000000000000127': declinedCard(
    'incorrect_cvc',
    "Your card's security code is incorrect.",
    'incorrect_cvc',
  ),
  '4000000000000119': declinedCard(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    'processing_error',
  ),
}

/**
 * The bank's answer to a card number; all but test cards are declined, as in Stripe's test mode.
 */
export function outcomeOf(number: string): CardOutcome {
  return (
    TEST_CARDS[number] ??
    declinedCard(
      'test_mode_live_card',
      'Your card was declined. Your request was in test mode, but used a non test card.',
    )
  )
}

/** Brands by the first digit of the card number. */
const CARD_BRANDS: Record<string, string> = { 3: 'amex', 4: 'visa', 5: 'mastercard' }
export const cardBrandOf = (number: string): string => CARD_BRANDS[number.charAt(0)] ?? 'unknown'

/** Checks a card number by the Luhn algorithm. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false

  let luhnTotal = 0

  for (let i = 0; i < number.length; i++) {
    const digitValue = Number(number[number.length - 1 - i])
    const luhnDigit = i % 2 === 1 ? digitValue * 2 : digitValue
    luhnTotal += luhnDigit > 9 ? luhnDigit - 9 : luhnDigit
  }

  return luhnTotal % 10 === 0
}
