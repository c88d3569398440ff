import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

// A push service as strict as its standards (RFC 8030, 8188, 8291, 8292), and the browser whose
// messages it takes: it answers 201 to what is signed and encrypted right, and says what is wrong.

type Told = { device: string; message: unknown; topic: string; ttl: number; sub: string }
type Verdict = { status: number; headers?: Record<string, string> }

const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/** A browser's key pair, as its subscription gives it away. */
function browser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)

  return {
    ecdh,
    auth,
    keys: {
      p256dh: ecdh.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
  }
}

type Browser = ReturnType<typeof browser>

/** What the browser reads of an encrypted body of one record. */
function opened({ ecdh, auth }: Browser, body: Buffer): unknown {
  const idLength = body[20]!
  const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 21 + idLength)]
  const secret = ecdh.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const ikm = Buffer.from(hkdfSync('sha256', secret, auth, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${label}\0`, length))
  const sealed = body.subarray(21 + idLength)

  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive('aes128gcm', 16),
    derive('nonce', 12),
  ).setAuthTag(sealed.subarray(-16))

  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])

  // The last record ends with a 2 and as many zeros as its sender likes.
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

/** Who signs and for how long; throws where the signature is not what the standard asks. */
function signerOf(header: string, audience: string, publicKey: string): string {
  const { t, k } = /^vapid t=(?<t>[\w.-]+), k=(?<k>[\w-]+)$/.exec(header)?.groups ?? {}
  if (!t || k !== publicKey) throw new Error('signed by another key')

  const point = bytesOf(k)

  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }

  const [head, claims, signature] = t.split('.') as [string, string, string]

  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    bytesOf(signature),
  )

  const { aud, exp, sub } = JSON.parse(bytesOf(claims).toString()) as {
    aud: string
    exp: number
    sub: string
  }

  const left = exp - Date.now() / 1000
  if (!isSigned) throw new Error('not signed')
  if (aud !== audience) throw new Error('signed for somebody else')
  if (left <= 0 || left > 86_400) throw new Error('signed for too long')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('nobody answers for it')

  return sub
}

/** Start one with a certificate for localhost. */
export async function openPushService(certificate: { cert: string; key: string }) {
  const told: Told[] = []
  const faults: string[] = []
  const browsers = new Map<string, Browser>()
  let publicKey = ''
  let verdict: (device: string) => Verdict = () => ({ status: 201 })

  const server = createServer(certificate, (request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))

    request.on('end', () => {
      const device = request.url!.slice(1)
      const { status, headers } = verdict(device)

      try {
        if (request.method !== 'POST' || request.headers['content-encoding'] !== 'aes128gcm')
          throw new Error('not as the standard asks')

        told.push({
          device,
          message: opened(browsers.get(device)!, Buffer.concat(chunks)),
          topic: String(request.headers.topic),
          ttl: Number(request.headers.ttl),
          sub: signerOf(request.headers.authorization ?? '', origin, publicKey),
        })
      } catch (error) {
        faults.push((error as Error).message)
        return void reply.writeHead(400).end()
      }

      reply.writeHead(status, headers).end()
    })
  })

  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`

  return {
    origin,
    told,
    faults,
    /** The subscription that a browser of this name makes with the shop's key. */
    subscribe(device: string, key: string) {
      publicKey = key
      const made = browser()
      browsers.set(device, made)

      return { endpoint: `${origin}/${device}`, keys: made.keys }
    },
    answer(how: (device: string) => Verdict) {
      verdict = how
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
