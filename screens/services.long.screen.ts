import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { servicesSetup, open, providers } from './services-samples.ts'
import { show } from './show.ts'

describe('payments and services', () => {
  it('each card names the account in use, and its form every value and its source [P351, P361]', async () => {
    const read = async (language: Language) => {
      const all = await show('/admin/settings?view=services', { ...servicesSetup, language })
      const formTexts: Record<string, unknown> = { all: await all.lines() }

      for (const { name } of providers) {
        const screen = await open(name, { language })
        const form = screen.page.locator('form')
        const opened = form.locator('xpath=..')
        formTexts[name] = [await screen.lines(opened), await screen.fields(form)]
      }

      return formTexts
    }

    expect(await read('pt-BR')).toEqual({
      all: [
        'Pagamentos e serviços',
        'Por onde o dinheiro entra e com quem a loja trabalha. As credenciais ficam cifradas e nunca voltam à tela.',
        'Configurações do site',
        'Formas de pagamento',
        'PIX (Efí)',
        'Ativo, do ambiente',
        'Cobranças PIX com confirmação na hora. Precisa de uma aplicação na Efí, do certificado dela e de uma chave PIX.',
        'Configurar',
        'Cartão (Stripe)',
        'Modo de teste',
        'Ativo',
        'Página de pagamento da Stripe: os dados do cartão nunca passam pela loja.',
        'Salvo 3 fev 14:05',
        'Configurar',
        'Criptomoedas (Binance)',
        'Desligado: precisa de você',
        'Depósitos na conta da corretora. Basta uma chave só de leitura.',
        'Configurar',
        'Outros serviços',
        'E-mail (SMTP)',
        'Simulado',
        'Recibos, códigos de acesso e links de senha. Sem isto nenhum e-mail sai.',
        'Configurar',
        'Discord',
        'Não configurado',
        'Cargos, avisos e tickets no seu servidor, e entrar com o Discord.',
        'Configurar',
        'KeyAuth',
        'Desligado: precisa de você',
        'Cria as chaves dos produtos que o KeyAuth entrega.',
        'Configurar',
        'Verificação contra robôs',
        'Desafio próprio',
        'Turnstile ou reCAPTCHA. Sem eles a loja usa o próprio desafio, que não depende de ninguém.',
        'Configurar',
      ],

      captcha: [
        ['Serviço', 'Cloudflare Turnstile', 'Chave do site', 'Chave secreta', 'Salvar', 'Testar'],
        [
          ['Serviço', 'Cloudflare Turnstile'],
          ['Chave do site', '0x4AAA'],
          ['Chave secreta', ''],
        ],
      ],

      card: [
        [
          'São credenciais de teste: nenhum dinheiro de verdade entra, só a equipe vê esta forma de pagamento, e o que se compra assim fica marcado como teste e fora dos números.',
          'Para começar a vender, preencha todos os campos com as credenciais reais e salve: as de teste ficam guardadas ao lado.',
          '2 pagamentos em aberto dependem destas credenciais. Se trocar de conta, o que for pago na antiga não será visto.',
          'Endereço do webhook, em Desenvolvedores, Webhooks',
          'https://loja.exemplo.test/api/webhooks/stripe',
          'Copiar',
          'Eventos a ativar neste webhook',
          'checkout.session.completed',
          'charge.refunded',
          'Copiar',
          'Chave secreta',
          'Guardado. Deixe vazio para manter.',
          'Segredo de assinatura do webhook',
          'Guardado. Deixe vazio para manter.',
          'Salvar',
          'Testar',
          'Remover',
        ],
        [
          ['Chave secreta', ''],
          ['Segredo de assinatura do webhook', ''],
        ],
      ],

      crypto: [
        [
          'O que está guardado não pode ser aberto com as chaves deste servidor (VAULT_KEYS). O serviço está desligado; preencha os campos de novo.',
          'Chave da API',
          'Segredo ou chave privada',
          'Redes de cada moeda (opcional)',
          'Vazio: USDT:TRX,BTC:BTC,ETH:ETH,LTC:LTC',
          'Salvar',
          'Testar',
          'Remover',
        ],
        [
          ['Chave da API', ''],
          ['Segredo ou chave privada', ''],
          ['Redes de cada moeda (opcional)', 'USDT:BSC'],
        ],
      ],

      discord: [
        [
          'Interactions Endpoint URL, em General Information',
          'https://loja.exemplo.test/api/webhooks/discord',
          'Copiar',
          'Redirects, em OAuth2',
          'https://loja.exemplo.test/dashboard/settings',
          'https://loja.exemplo.test/login/discord',
          'Copiar',
          'Token do bot',
          'Número da aplicação',
          'Número do servidor',
          'Chave pública (opcional)',
          'Client Secret (opcional)',
          'Entrar com o Discord',
          'Canal de avisos (opcional)',
          'Canal da equipe (opcional)',
          'Categoria dos tickets (opcional)',
          'Cargo da equipe (opcional)',
          'Salvar',
          'Testar',
        ],
        [
          ['Token do bot', ''],
          ['Número da aplicação', '111111111111111111'],
          ['Número do servidor', '222222222222222222'],
          ['Chave pública (opcional)', ''],
          ['Client Secret (opcional)', ''],
          ['Entrar com o Discord', true],
          ['Canal de avisos (opcional)', ''],
          ['Canal da equipe (opcional)', ''],
          ['Categoria dos tickets (opcional)', ''],
          ['Cargo da equipe (opcional)', ''],
        ],
      ],

      keyauth: [
        [
          'Com o que está guardado o serviço não funciona. Ele está desligado; corrija os campos e salve de novo.',
          'Chave de vendedor (opcional)',
          'Chave de vendedor do multiloader (opcional)',
          'Chave de vendedor do singleloader (opcional)',
          'Salvar',
          'Testar',
          'Remover',
        ],
        [
          ['Chave de vendedor (opcional)', ''],
          ['Chave de vendedor do multiloader (opcional)', ''],
          ['Chave de vendedor do singleloader (opcional)', ''],
        ],
      ],

      mail: [
        [
          'Simulado ao lado da loja de demonstração: nenhum dinheiro se move. O que você salvar aqui toma o lugar da simulação por inteiro.',
          'Servidor',
          'Porta (opcional)',
          'Vazio: 465',
          'Usuário (opcional)',
          'Senha (opcional)',
          'Remetente',
          'Vem do ambiente do servidor.',
          'Salvar',
          'Testar com um e-mail para mim',
        ],
        [
          ['Servidor', 'mail.exemplo.test'],
          ['Porta (opcional)', ''],
          ['Usuário (opcional)', ''],
          ['Senha (opcional)', ''],
          ['Remetente', ''],
        ],
      ],

      pix: [
        [
          'Vem do ambiente do servidor: PIX_CLIENT_ID, PIX_KEY. O ambiente prevalece; para configurar aqui, remova essas variáveis e reinicie a loja.',
          'Também há credenciais guardadas aqui, que não estão em uso. Remova-as se não precisar mais delas.',
          'A loja registra sozinha no banco o endereço que ele chama: https://loja.exemplo.test/api/webhooks/pix',
          'Client ID',
          'Vem do ambiente do servidor.',
          'Client Secret',
          'Certificado (.p12 ou .pem)',
          'Chave PIX que recebe',
          'Vem do ambiente do servidor.',
          'Endereço da API (opcional)',
          'Remover',
        ],
        [
          ['Client ID', ''],
          ['Client Secret', ''],
          ['Certificado (.p12 ou .pem)', ''],
          ['Chave PIX que recebe', ''],
          ['Endereço da API (opcional)', 'https://pix-h.api.efipay.com.br'],
        ],
      ],
    })

    expect(await read('en-US')).toEqual({
      all: [
        'Payments and services',
        'How you get paid, and the services the shop uses. Credentials are encrypted and never shown again.',
        'Site settings',
        'Payment methods',
        'PIX (Efí)',
        'Active, from the environment',
        'PIX charges, confirmed at once. Needs an application at Efí, its certificate and a PIX key.',
        'Set up',
        'Card (Stripe)',
        'Test mode',
        'Active',
        'Stripe’s payment page: card numbers never touch the shop.',
        'Saved Feb 3, 2:05 PM',
        'Set up',
        'Crypto (Binance)',
        'Off: needs attention',
        'Deposits to the exchange account. A read-only key is enough.',
        'Set up',
        'Other services',
        'Mail (SMTP)',
        'Simulated',
        'Receipts, login codes and password links. Without it, no email is sent.',
        'Set up',
        'Discord',
        'Not set up',
        'Roles, announcements and tickets in your server, and logging in with Discord.',
        'Set up',
        'KeyAuth',
        'Off: needs attention',
        'Creates the keys of products that KeyAuth delivers.',
        'Set up',
        'Bot protection',
        'Own challenge',
        'Turnstile or reCAPTCHA. Without them, the shop uses its own challenge, with no third party.',
        'Set up',
      ],

      captcha: [
        ['Service', 'Cloudflare Turnstile', 'Site key', 'Secret key', 'Save', 'Test'],
        [
          ['Service', 'Cloudflare Turnstile'],
          ['Site key', '0x4AAA'],
          ['Secret key', ''],
        ],
      ],

      card: [
        [
          'These are test credentials: no real money comes in, only staff see this method, and purchases made this way are marked as tests and kept out of the figures.',
          'To begin selling, fill in every field with the real credentials and save: the test ones are kept beside them.',
          '2 open payments depend on these credentials. If you change accounts, what is paid to the old one will not be seen.',
          'Webhook address, in Developers, Webhooks',
          'https://loja.exemplo.test/api/webhooks/stripe',
          'Copy',
          'Events to enable for this webhook',
          'checkout.session.completed',
          'charge.refunded',
          'Copy',
          'Secret key',
          'Saved. Leave empty to keep it.',
          'Webhook signing secret',
          'Saved. Leave empty to keep it.',
          'Save',
          'Test',
          'Remove',
        ],
        [
          ['Secret key', ''],
          ['Webhook signing secret', ''],
        ],
      ],

      crypto: [
        [
          'The saved credentials can’t be opened with this server’s keys (VAULT_KEYS). The service is off; fill in the fields again.',
          'API key',
          'Secret or private key',
          'Network of each coin (optional)',
          'If empty: USDT:TRX,BTC:BTC,ETH:ETH,LTC:LTC',
          'Save',
          'Test',
          'Remove',
        ],
        [
          ['API key', ''],
          ['Secret or private key', ''],
          ['Network of each coin (optional)', 'USDT:BSC'],
        ],
      ],

      discord: [
        [
          'Interactions Endpoint URL, in General Information',
          'https://loja.exemplo.test/api/webhooks/discord',
          'Copy',
          'Redirects, in OAuth2',
          'https://loja.exemplo.test/dashboard/settings',
          'https://loja.exemplo.test/login/discord',
          'Copy',
          'Bot token',
          'Application ID',
          'Server ID',
          'Public key (optional)',
          'Client Secret (optional)',
          'Log in with Discord',
          'Announcements channel (optional)',
          'Staff channel (optional)',
          'Category of tickets (optional)',
          'Staff role (optional)',
          'Save',
          'Test',
        ],
        [
          ['Bot token', ''],
          ['Application ID', '111111111111111111'],
          ['Server ID', '222222222222222222'],
          ['Public key (optional)', ''],
          ['Client Secret (optional)', ''],
          ['Log in with Discord', true],
          ['Announcements channel (optional)', ''],
          ['Staff channel (optional)', ''],
          ['Category of tickets (optional)', ''],
          ['Staff role (optional)', ''],
        ],
      ],

      keyauth: [
        [
          'The service doesn’t work with the saved credentials. It’s off; correct the fields and save again.',
          'Seller key (optional)',
          'Seller key of the multiloader (optional)',
          'Seller key of the singleloader (optional)',
          'Save',
          'Test',
          'Remove',
        ],
        [
          ['Seller key (optional)', ''],
          ['Seller key of the multiloader (optional)', ''],
          ['Seller key of the singleloader (optional)', ''],
        ],
      ],

      mail: [
        [
          'Simulated for the demo shop: no money moves. What you save here replaces the whole simulation.',
          'Server',
          'Port (optional)',
          'If empty: 465',
          'User (optional)',
          'Password (optional)',
          'Sender',
          'Set in the server’s environment.',
          'Save',
          'Send me a test email',
        ],
        [
          ['Server', 'mail.exemplo.test'],
          ['Port (optional)', ''],
          ['User (optional)', ''],
          ['Password (optional)', ''],
          ['Sender', ''],
        ],
      ],

      pix: [
        [
          'Set in the server’s environment: PIX_CLIENT_ID, PIX_KEY. The environment wins; to set it up here, remove those variables and restart the shop.',
          'There are also saved credentials that aren’t in use. Remove them if you no longer need them.',
          'The shop registers this address with the bank on its own: https://loja.exemplo.test/api/webhooks/pix',
          'Client ID',
          'Set in the server’s environment.',
          'Client Secret',
          'Certificate (.p12 or .pem)',
          'PIX key that receives',
          'Set in the server’s environment.',
          'Address of the API (optional)',
          'Remove',
        ],
        [
          ['Client ID', ''],
          ['Client Secret', ''],
          ['Certificate (.p12 or .pem)', ''],
          ['PIX key that receives', ''],
          ['Address of the API (optional)', 'https://pix-h.api.efipay.com.br'],
        ],
      ],
    })
  })
})
