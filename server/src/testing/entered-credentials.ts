import { readFileSync } from 'node:fs'

import type { TestSandbox } from '../adapters/provider-sandbox.suite.ts'

/** A sandbox's credentials in the form that staff enter them. */
export function credentialsOf({ env }: Pick<TestSandbox, 'env'>) {
  const pem = (name: string) => readFileSync(env[name]!, 'utf8')
  const certificate = pem('PIX_CERT_PEM') + pem('PIX_KEY_PEM')
  const url = new URL(env.SMTP_URL!)

  return {
    card: {
      STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY!,
      STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET!,
    },

    pix: {
      PIX_CLIENT_ID: env.PIX_CLIENT_ID!,
      PIX_CLIENT_SECRET: env.PIX_CLIENT_SECRET!,
      PIX_KEY: env.PIX_KEY!,
      PIX_CERTIFICATE: Buffer.from(certificate).toString('base64'),
    },

    mail: {
      SMTP_HOST: url.hostname,
      SMTP_PORT: url.port,
      SMTP_USER: url.username,
      SMTP_PASSWORD: url.password,
      MAIL_FROM: 'Loja <loja@exemplo.test>',
    },
  }
}
