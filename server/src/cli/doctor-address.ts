import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'

import type { Config } from '../platform/config/config.ts'
import type { Finding } from './doctor-checks.ts'

const about = 'address'
const patienceMs = 5_000
const dayMs = 86_400_000

/** Whether PUBLIC_URL leads to a shop, by HTTPS, with a certificate that browsers trust for some time. */
export async function address({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
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

  const answered = await answerOf(publicUrl)
  if (protocol === 'https:') return [answered, ...(await ending(hostname, Number(port) || 443))]

  return [answered, ...(isHere(hostname) ? [] : [unsafe(publicUrl)])]
}

const isHere = (name: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(name)

const unsafe = (publicUrl: string): Finding => ({
  about,
  state: 'look',
  seen: `${publicUrl} is not https: passwords and keys travel in clear, browsers warn of it`,
  todo: 'put a proxy with a certificate in front, and https:// into PUBLIC_URL',
})

async function answerOf(publicUrl: string): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await fetch(`${publicUrl}/healthz`, { signal, redirect: 'manual' })
    if (answer.ok) return { about, state: 'ok', seen: `${publicUrl} answers` }

    const todo = 'look at the proxy and the shop'

    return { about, state: 'look', seen: `${publicUrl} answers ${answer.status}`, todo }
  } catch (error) {
    const code = String((error as { cause?: { code?: string } }).cause?.code)
    if (/CERT|SIGNATURE/.test(code)) return untrusted(publicUrl, code)

    const todo = 'start the shop, look at the proxy and TLS'

    return { about, state: 'look', seen: `${publicUrl} does not answer`, todo }
  }
}

const untrusted = (publicUrl: string, code: string): Finding => ({
  about,
  state: 'broken',
  seen: `the certificate of ${publicUrl} is not trusted here (${code})`,
  todo: 'look at the log of the proxy: the certificate ended, is of another name, or of nobody known',
})

/** A certificate that ends soon was not renewed: Caddy and certbot do so a month before. */
async function ending(host: string, port: number): Promise<Finding[]> {
  const ends = await endOf(host, port).catch(() => null)
  const days = ends === null ? Infinity : Math.floor((ends - Date.now()) / dayMs)
  if (days >= 14 || days < 0) return []

  const todo = 'look at the log of the proxy: it should have been renewed'

  return [{ about, state: 'look', seen: `the certificate ends in ${days} days`, todo }]
}

function endOf(host: string, port: number): Promise<number> {
  return new Promise((done, failed) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      done(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })

    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')))
    socket.once('error', failed)
  })
}
