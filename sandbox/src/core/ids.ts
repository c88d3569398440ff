import { randomBytes, randomInt } from 'node:crypto'

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits, for ids with a provider's prefix. */
export function randomText(length: number): string {
  let randomId = ''
  for (const randomByte of randomBytes(length))
    randomId += ID_ALPHABET[randomByte % ID_ALPHABET.length]

  return randomId
}

export const randomDigits = (length: number): string =>
  Array.from({ length }, () => randomInt(10)).join('')

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')
