import { createPublicKey, verify } from 'node:crypto'

const spki = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether bytes were signed by the owner of a public key, both given as hex; nonsense is never a
 * signature.
 */
export function isSignedBy(publicKeyHex: string, signatureHex: string, bytes: Buffer): boolean {
  if (!/^[\da-f]{128}$/i.test(signatureHex)) return false

  const key = createPublicKey({
    key: Buffer.concat([spki, Buffer.from(publicKeyHex, 'hex')]),
    format: 'der',
    type: 'spki',
  })

  return verify(null, bytes, key, Buffer.from(signatureHex, 'hex'))
}
