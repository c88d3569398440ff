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

// A push service with its browsers, as strict as the standards (RFC 8030, 8188, 8291, 8292). By
// default it answers 201 to a correctly signed and encrypted message. It answers 400 to any other
// message and records the error.

type PushMessage = { device: string; message: unknown; topic: string; ttl: number; sub: string }
type Verdict = { status: number; headers?: Record<string, string> }

const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/** A browser's key pair and secret; the public parts are in its subscription. */
function createBrowser() {
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

type Browser = ReturnType<typeof createBrowser>

/** Decrypts a message of one record with the browser's keys. */
function decrypt({ ecdh, auth }: Browser, body: Buffer): unknown {
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

  // The last record ends with the byte 2 and any number of zeros (RFC 8188).
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

/** Returns the contact in a VAPID header; throws when the signature or a claim is wrong. */
function verifySigner(header: string, audience: string, publicKey: string): string {
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

  const secondsLeft = exp - Date.now() / 1000
  if (!isSigned) throw new Error('not signed')
  if (aud !== audience) throw new Error('signed for somebody else')
  if (secondsLeft <= 0 || secondsLeft > 86_400) throw new Error('signed for too long')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('nobody answers for it')

  return sub
}

/** Starts a push service with a certificate for localhost. */
export async function openPushService(certificate: { cert: string; key: string }) {
  const messages: PushMessage[] = []
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

        messages.push({
          device,
          message: decrypt(browsers.get(device)!, Buffer.concat(chunks)),
          topic: String(request.headers.topic),
          ttl: Number(request.headers.ttl),
          sub: verifySigner(request.headers.authorization ?? '', origin, publicKey),
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
    told: messages,
    faults,
    /** Subscribes a browser with the shop's public key; returns the subscription. */
    subscribe(device: string, key: string) {
      publicKey = key
      const newBrowser = createBrowser()
      browsers.set(device, newBrowser)

      return { endpoint: `${origin}/${device}`, keys: newBrowser.keys }
    },
    answer(how: (device: string) => Verdict) {
      verdict = how
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
