import { createPublicKey, verify } from 'node:crypto'

const spki = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether the owner of a public key signed these bytes, key and signature in hex; false for
 * malformed input.
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
