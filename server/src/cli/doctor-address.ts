import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'

import type { Config } from '../platform/config/config.ts'
import type { Finding } from './doctor-checks.ts'

const about = 'address'
const timeoutMs = 5_000
const dayMs = 86_400_000

/** Whether PUBLIC_URL leads to a shop by HTTPS, with a trusted certificate that does not end soon. */
export async function checkAddress({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  const { hostname, protocol, port } = new URL(publicUrl)

  if (!(await lookup(hostname).catch(() => null)))
    return [
      {
        about,
        state: 'broken',
        seen: `${hostname} leads nowhere`,
        todo: 'enter it at your DNS, or mend PUBLIC_URL',
      },
    ]

  const answerFinding = await checkAnswer(publicUrl)
  if (protocol === 'https:')
    return [answerFinding, ...(await checkExpiry(hostname, Number(port) || 443))]

  return [answerFinding, ...(isThisMachine(hostname) ? [] : [unsafeFinding(publicUrl)])]
}

const isThisMachine = (name: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(name)

const unsafeFinding = (publicUrl: string): Finding => ({
  about,
  state: 'look',
  seen: `${publicUrl} is not https: passwords and keys travel in clear, browsers warn of it`,
  todo: 'put a proxy with a certificate in front, and https:// into PUBLIC_URL',
})

async function checkAnswer(publicUrl: string): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${publicUrl}/healthz`, { signal, redirect: 'manual' })
    if (response.ok) return { about, state: 'ok', seen: `${publicUrl} answers` }

    const todo = 'look at the proxy and the shop'

    return { about, state: 'look', seen: `${publicUrl} answers ${response.status}`, todo }
  } catch (error) {
    const errorCode = String((error as { cause?: { code?: string } }).cause?.code)
    if (/CERT|SIGNATURE/.test(errorCode)) return untrustedFinding(publicUrl, errorCode)

    const todo = 'start the shop, look at the proxy and TLS'

    return { about, state: 'look', seen: `${publicUrl} does not answer`, todo }
  }
}

const untrustedFinding = (publicUrl: string, code: string): Finding => ({
  about,
  state: 'broken',
  seen: `the certificate of ${publicUrl} is not trusted here (${code})`,
  todo: 'look at the log of the proxy: the certificate ended, or its name or issuer is wrong',
})

/**
 * Caddy and certbot renew a month before the end. A certificate with two weeks left was not
 * renewed.
 */
async function checkExpiry(host: string, port: number): Promise<Finding[]> {
  const expiresAt = await readExpiry(host, port).catch(() => null)
  const daysLeft = expiresAt === null ? Infinity : Math.floor((expiresAt - Date.now()) / dayMs)
  if (daysLeft >= 14 || daysLeft < 0) return []

  const todo = 'look at the log of the proxy: it should have been renewed'

  return [{ about, state: 'look', seen: `the certificate ends in ${daysLeft} days`, todo }]
}

function readExpiry(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })

    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}
