import { randomBytes, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits, as providers put behind their prefixes. */
export function randomText(length: number): string {
  let text = ''
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length]

  return text
}

export const randomDigits = (length: number): string =>
  Array.from({ length }, () => randomInt(10)).join('')

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')
