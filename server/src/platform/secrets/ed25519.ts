import { createPublicKey, verify } from 'node:crypto'

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether the owner of a public key signed these bytes, key and signature in hex; false for
 * malformed input.
 */
export function isSignedBy(publicKeyHex: string, signatureHex: string, bytes: Buffer): boolean {
  if (!/^[\da-f]{128}$/i.test(signatureHex)) return false

  const publicKey = createPublicKey({
    key: Buffer.concat([spkiPrefix, Buffer.from(publicKeyHex, 'hex')]),
    format: 'der',
    type: 'spki',
  })

  return verify(null, bytes, publicKey, Buffer.from(signatureHex, 'hex'))
}
