import { newSecretId } from '../../platform/secrets/ids.ts'
import type { ChargeRequest } from '../../ports/payments.ts'
import { requestOf, type TestSandbox } from '../provider-sandbox.suite.ts'
import type { EfiConfig } from './efi-pix.ts'

// Shared by the tests of the PIX adapter.

export const clock = () => new Date()

export const configOf = ({ env }: TestSandbox, change: Partial<EfiConfig> = {}): EfiConfig => ({
  baseUrl: env.PIX_BASE_URL!,
  oauthPath: env.PIX_OAUTH_PATH!,
  clientId: env.PIX_CLIENT_ID!,
  clientSecret: env.PIX_CLIENT_SECRET!,
  certPem: env.PIX_CERT_PEM,
  keyPem: env.PIX_KEY_PEM,
  ca: env.PIX_CA,
  pixKey: env.PIX_KEY!,
  webhookSecret: ['segredo-novo', 'segredo-velho'],
  timeoutMs: 600,
  ...change,
})

export const newRequest = (change: Partial<ChargeRequest> = {}): ChargeRequest =>
  requestOf({ reference: newSecretId(), ...change })

export const payPix = (sandbox: TestSandbox, txid: string, more: object = {}) =>
  sandbox.control('POST', `/pix/${txid}/pay`, more)

export const stateOf = async (sandbox: TestSandbox) => (await sandbox.control('GET', '/state')).efi

/** A PSP that is not the sandbox; the test answers its calls itself. */
export const strangeConfig = (baseUrl: string): EfiConfig => ({
  baseUrl,
  oauthPath: '/oauth/token',
  clientId: 'x',
  clientSecret: 'y',
  pixKey: 'Chave@exemplo.test',
  webhookSecret: ['s'],
  timeoutMs: 600,
})
