import type { TFunction } from 'i18next'

/** Whether a text has the form of an email; the server looks closer. */
const looksLikeEmail = (value: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value.trim())

/** What is wrong with an email, in words for its field; null when it looks like one (B9). */
export function emailFault(value: string, t: TFunction<['account', 'common']>): string | null {
  if (!value.trim()) return t('field.required')
  return looksLikeEmail(value) ? null : t('field.emailInvalid')
}
