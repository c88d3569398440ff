import type { Language } from '../limits.ts'
import type { Localized } from '../localized.ts'

const sameInBoth = (text: string): Localized => ({ 'pt-BR': text, 'en-US': text })

/** Labels of the providers' fields, as on the providers' own pages. */
const fieldLabels: Record<string, Localized> = {
  PIX_CLIENT_ID: sameInBoth('Client ID'),
  PIX_CLIENT_SECRET: sameInBoth('Client Secret'),
  PIX_CERTIFICATE: {
    'pt-BR': 'Certificado (.p12 ou .pem)',
    'en-US': 'Certificate (.p12 or .pem)',
  },
  PIX_KEY: { 'pt-BR': 'Chave PIX que recebe', 'en-US': 'PIX key that receives' },
  PIX_BASE_URL: { 'pt-BR': 'Endereço da API', 'en-US': 'Address of the API' },
  STRIPE_SECRET_KEY: { 'pt-BR': 'Chave secreta', 'en-US': 'Secret key' },
  STRIPE_WEBHOOK_SECRET: {
    'pt-BR': 'Segredo de assinatura do webhook',
    'en-US': 'Webhook signing secret',
  },
  BINANCE_API_KEY: { 'pt-BR': 'Chave da API', 'en-US': 'API key' },
  BINANCE_API_SECRET: {
    'pt-BR': 'Segredo ou chave privada',
    'en-US': 'Secret or private key',
  },
  CRYPTO_NETWORKS: { 'pt-BR': 'Redes de cada moeda', 'en-US': 'Network of each coin' },
  SMTP_HOST: { 'pt-BR': 'Servidor', 'en-US': 'Server' },
  SMTP_PORT: { 'pt-BR': 'Porta', 'en-US': 'Port' },
  SMTP_USER: { 'pt-BR': 'Usuário', 'en-US': 'User' },
  SMTP_PASSWORD: { 'pt-BR': 'Senha', 'en-US': 'Password' },
  MAIL_FROM: { 'pt-BR': 'Remetente', 'en-US': 'Sender' },
  DISCORD_BOT_TOKEN: { 'pt-BR': 'Token do bot', 'en-US': 'Bot token' },
  DISCORD_APPLICATION_ID: { 'pt-BR': 'Número da aplicação', 'en-US': 'Application ID' },
  DISCORD_GUILD_ID: { 'pt-BR': 'Número do servidor', 'en-US': 'Server ID' },
  DISCORD_PUBLIC_KEY: { 'pt-BR': 'Chave pública', 'en-US': 'Public key' },
  DISCORD_CLIENT_SECRET: sameInBoth('Client Secret'),
  DISCORD_LOGIN: { 'pt-BR': 'Entrar com o Discord', 'en-US': 'Log in with Discord' },
  DISCORD_ANNOUNCE_CHANNEL_ID: { 'pt-BR': 'Canal de avisos', 'en-US': 'Announcements channel' },
  DISCORD_STAFF_CHANNEL_ID: { 'pt-BR': 'Canal da equipe', 'en-US': 'Staff channel' },
  DISCORD_TICKETS_CATEGORY_ID: {
    'pt-BR': 'Categoria dos tickets',
    'en-US': 'Category of tickets',
  },
  DISCORD_STAFF_ROLE_ID: { 'pt-BR': 'Cargo da equipe', 'en-US': 'Staff role' },
  KEYAUTH_SELLER_KEY: { 'pt-BR': 'Chave de vendedor', 'en-US': 'Seller key' },
  KEYAUTH_SELLER_KEY_MULTI: {
    'pt-BR': 'Chave de vendedor do multiloader',
    'en-US': 'Seller key of the multiloader',
  },
  KEYAUTH_SELLER_KEY_SINGLE: {
    'pt-BR': 'Chave de vendedor do singleloader',
    'en-US': 'Seller key of the singleloader',
  },
  CAPTCHA_PROVIDER: { 'pt-BR': 'Serviço', 'en-US': 'Service' },
  CAPTCHA_SITE_KEY: { 'pt-BR': 'Chave do site', 'en-US': 'Site key' },
  CAPTCHA_SECRET: { 'pt-BR': 'Chave secreta', 'en-US': 'Secret key' },
}

/** The label of a provider's field. */
export const wordOfProviderField = (name: string, language: Language): string =>
  fieldLabels[name]?.[language] ?? name
