import type { App } from '../../platform/app.ts'
import { mailLayout } from '../../platform/mail-layout.ts'
import { siteSettings } from '../settings/settings.service.ts'
import { userById } from './accounts.queries.ts'
import { nameInMail } from './accounts.rules.ts'

const texts = {
  'pt-BR': {
    welcome: { title: 'Boas-vindas à {site}', paragraphs: ['Olá, {name}.', 'Sua conta está pronta. Suas compras e chaves ficam no seu painel.'], button: 'Abrir meu painel' },
    recovery: { title: 'Recuperação de senha', paragraphs: ['Olá, {name}.', 'Recebemos um pedido para redefinir a sua senha. O link vale por 30 minutos e só pode ser usado uma vez.', 'Se não foi você, ignore este e-mail: nada muda.'], button: 'Redefinir senha' },
  },
  'en-US': {
    welcome: { title: 'Welcome to {site}', paragraphs: ['Hello {name},', 'Your account is ready. Your purchases and keys are in your dashboard.'], button: 'Open my dashboard' },
    recovery: { title: 'Password recovery', paragraphs: ['Hello {name},', 'We received a request to reset your password. The link is valid for 30 minutes and can be used once.', 'If it was not you, ignore this mail: nothing changes.'], button: 'Reset password' },
  },
} as const

/** Mail the recovery link; its address is built from PUBLIC_URL alone (D24). */
export const sendRecovery = (app: App, userId: string, token: string): Promise<void> => send(app, userId, 'recovery', `/reset-password?token=${token}`)
export const sendWelcome = (app: App, userId: string): Promise<void> => send(app, userId, 'welcome', '/dashboard')

async function send(app: App, userId: string, kind: 'welcome' | 'recovery', path: string): Promise<void> {
  const user = await userById(app, userId)
  if (!user) return
  if (!app.providers.mail) { app.log.warn({ userId, kind }, 'no mail server is configured; the mail is not sent'); return }
  const site = await siteSettings(app)
  const language = user.language === 'en-US' ? 'en-US' : 'pt-BR'
  const text = texts[language][kind]
  const values: Record<string, string> = { name: nameInMail(user.name, user.email), site: site.siteName }
  const fill = (pattern: string) => pattern.replace(/\{(name|site)\}/g, (_, key: string) => values[key]!)
  await app.providers.mail.send({ to: user.email, subject: fill(text.title), ...mailLayout({ language, siteName: site.siteName, title: fill(text.title), paragraphs: text.paragraphs.map(fill), button: { label: text.button, url: app.config.publicUrl + path } }) })
}
