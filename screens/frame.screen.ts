import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { publicSettings } from './every-page.ts'
import { show } from './show.ts'

const now = '2026-02-03T17:20:00.000Z'

it('a page whose scripts run shows no text about missing scripts', async () => {
  for (const path of ['/', '/login', '/dashboard']) {
    const screen = await show(path)
    expect(await screen.page.locator('body').innerText()).not.toContain('JavaScript')
    expect(await screen.page.locator('noscript').isVisible()).toBe(false)
  }
})

describe('the permission page', () => {
  /** The page's text for each type of permission. */
  const readTypes = async () => {
    const screen = await show('/permission')
    const said: string[][] = []

    for (const type of types) {
      const state = { type, ...roles }
      await screen.page.evaluate((usr) => history.replaceState({ usr, key: 'x' }, ''), state)
      await screen.page.reload()
      await screen.atRest()
      said.push(await screen.lines())
    }

    return said
  }

  const types = ['no-auth', 'token-error', 'auth-error', 'denied', 'insufficient-permissions']
  const roles = { requiredRole: ['admin', 'developer'], currentRole: 'client' }

  it('shows the reason that belongs to the guard’s refusal type [S121, S122, S205]', async () => {
    expect(await readTypes()).toEqual([
      [
        'Faça login para continuar',
        'Acesso não autorizado. Por favor, faça login.',
        'Entre ou crie sua conta',
        'Sem senha: enviamos um código ao seu e-mail.',
        'E-mail',
        'Receber código',
        'Entrar com senha',
        'Fazer login',
        'Minha conta',
        'Página inicial',
        'Falar com o suporte',
      ],
      [
        'Sessão inválida',
        'Erro ao verificar permissões. Por favor, faça login novamente.',
        'Entre ou crie sua conta',
        'Sem senha: enviamos um código ao seu e-mail.',
        'E-mail',
        'Receber código',
        'Entrar com senha',
        'Fazer login',
        'Minha conta',
        'Página inicial',
        'Falar com o suporte',
      ],
      [
        'Erro de autenticação',
        'Erro ao verificar autenticação. Por favor, faça login novamente.',
        'Entre ou crie sua conta',
        'Sem senha: enviamos um código ao seu e-mail.',
        'E-mail',
        'Receber código',
        'Entrar com senha',
        'Fazer login',
        'Minha conta',
        'Página inicial',
        'Falar com o suporte',
      ],
      [
        'Acesso negado',
        'Você não tem permissão para abrir esta página.',
        'Minha conta',
        'Página inicial',
        'Falar com o suporte',
      ],
      [
        'Permissão insuficiente',
        'Sua conta não tem permissão para abrir esta página.',
        'Necessário: Administrador, Desenvolvedor. Sua conta: Cliente.',
        'Minha conta',
        'Página inicial',
        'Falar com o suporte',
      ],
    ])
  })

  it('links to the login, the own account, the home page and support [S121]', async () => {
    const screen = await show('/permission', {
      language: 'pt-BR',
      replies: [publicSettings({ discordSupportLink: 'https://discord.gg/ajuda' })],
    })

    await screen.page.evaluate(() =>
      history.replaceState({ usr: { type: 'no-auth' }, key: 'x' }, ''),
    )
    await screen.page.reload()
    await screen.atRest()
    const main = screen.page.getByRole('main')
    const led = await main
      .getByRole('link')
      .evaluateAll((links) => links.map((one) => [one.textContent, one.getAttribute('href')]))

    expect(led).toEqual([
      ['Fazer login', '/login'],
      ['Minha conta', '/dashboard'],
      ['Página inicial', '/'],
      ['Falar com o suporte', 'https://discord.gg/ajuda'],
    ])
  })

  it('is the target of the guard’s redirects [S203, S204, S205]', async () => {
    const nobody = await show('/dashboard/orders')
    await expect
      .poll(async () => (await nobody.lines()).slice(0, 2))
      .toEqual(['Faça login para continuar', 'Acesso não autorizado. Por favor, faça login.'])
    await nobody.page.evaluate(() => localStorage.setItem('accessToken', 'quebrado'))
    await nobody.page.goto('/dashboard/orders')
    await nobody.atRest()

    await expect
      .poll(async () => (await nobody.lines()).slice(0, 2))
      .toEqual([
        'Sessão inválida',
        'Erro ao verificar permissões. Por favor, faça login novamente.',
      ])

    const client = await show('/admin/orders', { as: { role: 'client' } })

    await expect
      .poll(() => client.lines())
      .toEqual([
        'Permissão insuficiente',
        'Sua conta não tem permissão para abrir esta página.',
        'Necessário: Administrador, Desenvolvedor. Sua conta: Cliente.',
        'Minha conta',
        'Página inicial',
        'Falar com o suporte',
      ])
  })
})

describe('a closed shop', () => {
  it('shows three blocks, with the message of the shop’s 503 reply [S123]', async () => {
    const closed = refused(api.catalogue.categories, 'Voltamos às 18h.', 503)
    const screen = await show('/maintenance', { replies: [closed] })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Voltamos em breve',
        'Manutenção',
        'Estamos melhorando a loja. Pagamentos em andamento são concluídos normalmente.',
        'Tempo estimado',
        'Costuma levar poucos minutos. Esta página verifica sozinha a cada 30 segundos.',
        'Status',
        'Voltamos às 18h.',
        'Voltar ao início',
        'Equipe da loja: entrar',
      ])

    const other = await show('/maintenance', {
      language: 'en-US',
      width: 360,
      replies: [refused(api.catalogue.categories, '', 400)],
    })

    await expect
      .poll(() => other.lines())
      .toEqual([
        "We'll be back soon",
        'Maintenance',
        "We're improving the shop. Payments in progress go through as usual.",
        'Estimated time',
        'This usually takes a few minutes. The page checks again every 30 seconds.',
        'Status',
        'Checking whether the shop is back.',
        'Back to the home page',
        'Shop staff: log in',
      ])
  })
})

describe('a shop that opens again', () => {
  it('redirects to the page that the visitor had open', async () => {
    const closed = refused(api.catalogue.categories, 'Voltamos às 18h.', 503)

    const screen = await show('/products?sort=name', {
      now,
      movesClock: true,
      replies: [closed],
    })

    await screen.page.getByText('Voltamos às 18h.').waitFor()
    expect(new URL(screen.page.url()).pathname).toBe('/maintenance')
    screen.replies.unshift(on(api.catalogue.categories, []))
    await screen.page.clock.fastForward(31_000)
    await expect
      .poll(() => screen.page.url().replace(new URL(screen.page.url()).origin, ''))
      .toBe('/products?sort=name')
  })
})

describe('the frame', () => {
  it('shows name, links, language and theme in the navbar and the footer [S023, S042, S044]', async () => {
    const words = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/terms', { now, language })
      const { page } = screen
      const foot = page.getByRole('contentinfo')
      const links = foot.getByRole('link')

      return {
        top: await screen.lines(page.getByRole('banner')),
        foot: await screen.lines(foot),
        fields: await screen.fields(foot),
        links: await links.evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
        title: await page.title(),
        main: await screen.lines(),
      }
    }

    expect(await words('pt-BR')).toEqual({
      top: ['Chaveiro', 'Produtos', 'Status', 'Entrar', 'Criar conta'],

      foot: [
        '© 2026 Chaveiro. Todos os direitos reservados.',
        'Termos',
        'Suporte',
        'ajuda@exemplo.test',
        'Português',
        'Tema do sistema',
        'Música',
      ],

      fields: [
        ['Idioma', 'Português'],
        ['Tema', 'Tema do sistema'],
      ],
      links: ['/terms', 'https://chat.exemplo.test/ajuda', 'mailto:ajuda@exemplo.test'],
      title: 'Termos e condições · Chaveiro',

      main: [
        'Termos e condições',
        'Termos',
        'Política de privacidade',
        'Privacidade',
        'Dúvidas sobre estes termos? Escreva para ajuda@exemplo.test',
      ],
    })

    expect(await words('en-US')).toEqual({
      top: ['Chaveiro', 'Products', 'Status', 'Log in', 'Register'],

      foot: [
        '© 2026 Chaveiro. All rights reserved.',
        'Terms',
        'Support',
        'ajuda@exemplo.test',
        'English',
        'System theme',
        'Music',
      ],

      fields: [
        ['Language', 'English'],
        ['Theme', 'System theme'],
      ],
      links: ['/terms', 'https://chat.exemplo.test/ajuda', 'mailto:ajuda@exemplo.test'],
      title: 'Terms and conditions · Chaveiro',

      main: [
        'Terms and conditions',
        'Termos',
        'Privacy policy',
        'Privacidade',
        'Questions about these terms? Write to ajuda@exemplo.test',
      ],
    })
  })

  it('shows a logged-in person their own links [S045, S046]', async () => {
    const words = async (role: 'client' | 'admin' | 'developer') => {
      const screen = await show('/terms', { as: { role } })
      const top = screen.page.getByRole('banner')

      const names = await top
        .locator('a, button')
        .evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility())
            .map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText),
        )

      // An open page would share its session with the next page.
      await screen.page.close()

      return names
    }

    expect(await words('client')).toEqual([
      'Chaveiro',
      'Produtos',
      'Status',
      'Notificações',
      'Suporte no chat',
      'Carrinho, 0 itens',
      'Minha conta',
      'Sair',
    ])

    expect(await words('admin')).toEqual([
      'Chaveiro',
      'Produtos',
      'Status',
      'Notificações',
      'Suporte no chat',
      'Carrinho, 0 itens',
      'Administração',
      'Minha conta',
      'Sair',
    ])

    expect(await words('developer')).toEqual([
      'Chaveiro',
      'Produtos',
      'Status',
      'Notificações',
      'Suporte no chat',
      'Carrinho, 0 itens',
      'Minha conta',
      'Sair',
    ])
  })

  it('leaves out missing data of the shop, and shows the built-in terms', async () => {
    const replies = [
      publicSettings({
        siteName: 'Cofre',
        contactEmail: '',
        discordSupportLink: 'https://chat.exemplo.test/loja',
        termsOfService: '',
        privacyPolicy: '',
      }),
    ]

    const screen = await show('/terms', { now, replies })

    await expect
      .poll(() => screen.lines(screen.page.getByRole('contentinfo')))
      .toEqual([
        '© 2026 Cofre. Todos os direitos reservados.',
        'Termos',
        'Suporte',
        'Português',
        'Tema do sistema',
        'Música',
      ])

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Termos e condições',
        '1. Ao comprar em Cofre, você adquire uma licença de uso do produto escolhido, pelo prazo indicado na página do produto.',
        '2. A chave é entregue na tela e na sua conta assim que o pagamento é confirmado. Se não houver chave disponível, o pedido espera visivelmente na sua conta até a entrega.',
        '3. Cada chave é entregue uma única vez e é de uso pessoal. Revender ou publicar uma chave encerra o direito à licença.',
        '4. Se o produto não funcionar como descrito, fale conosco em https://chat.exemplo.test/loja: resolvemos ou devolvemos o valor, como manda o Código de Defesa do Consumidor.',
        '5. Dados de pagamento são tratados pelas empresas que processam o pagamento; a loja guarda apenas o necessário para o pedido e para as obrigações legais.',
        'Política de privacidade',
        'Cofre guarda seu nome, e-mail e pedidos para entregar o que você comprou e cumprir a lei. Chaves e CPF são guardados cifrados. Nada é vendido nem compartilhado além do necessário para o pagamento. Para ver, corrigir ou apagar seus dados, escreva para https://chat.exemplo.test/loja.',
      ])
  })

  it('shows a hero on the home page, and a quick menu for logged-in users [S061, S062]', async () => {
    const as = { role: 'developer' as const, name: 'Bia Prado', email: 'bia@exemplo.test' }
    const screen = await show('/', { as })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Chaveiro',
        'Pagou.',
        'Apareceu.',
        'Licenças digitais',
        'Ver produtos',
        'Como funciona',
        'Suporte no chat',
        'PIX',
        'Visa',
        'Mastercard',
        'USDT',
        'BTC',
        'ETH',
        'LTC',
        'Pagamentos seguros, confirmados direto com o banco, o cartão ou a rede.',
        'B',
        'Bia Prado',
        'bia@exemplo.test',
        'Desenvolvedor',
        'Jogos',
        'Conta',
        'Pedidos',
        'Status',
        'Ajuda',
        'Três passos até a sua chave',
        '1',
        'Escolha',
        '2',
        'Pague',
        'Com PIX, cartão ou cripto. A confirmação vem direto de quem recebeu o pagamento.',
        '3',
        'Copie a chave',
        'Ela aparece na tela e fica guardada na sua conta.',
        'Entrega na hora',
        'A chave aparece na tela e na sua conta assim que o pagamento é confirmado.',
        'Qualidade',
        'Cada chave é única e verificada, entregue uma única vez.',
        'Suporte',
        'Gente de verdade responde no chat, antes e depois da compra.',
        'Dúvidas antes de comprar',
        'Sua pergunta não está aqui?',
        'Falar com o suporte',
        'Em quanto tempo recebo a chave?',
        'Como posso pagar?',
        'Preciso de uma conta?',
        'E se a chave não funcionar?',
        'Por quanto tempo a licença vale?',
      ])

    const foot = screen.page.getByRole('contentinfo')
    await expect
      .poll(async () => (await screen.lines(foot)).slice(-2))
      .toEqual(['Molho de chaves', '0:00 / 0:22'])
    await screen.page.close()
    const other = await show('/', { as: { ...as, role: 'client' }, language: 'en-US' })

    await expect
      .poll(() => other.lines())
      .toEqual([
        'Chaveiro',
        'Paid.',
        'Unlocked.',
        'Licenças digitais',
        'See products',
        'How it works',
        'Support chat',
        'PIX',
        'Visa',
        'Mastercard',
        'USDT',
        'BTC',
        'ETH',
        'LTC',
        'Secure payments, confirmed directly with the bank, card network or blockchain.',
        'B',
        'Bia Prado',
        'bia@exemplo.test',
        'Customer',
        'Games',
        'Account',
        'Orders',
        'Status',
        'Help',
        'Three steps to your key',
        '1',
        'Choose',
        '2',
        'Pay',
        'With PIX, card, or crypto. Confirmation comes straight from whoever took the payment.',
        '3',
        'Copy the key',
        'It appears on your screen and stays in your account.',
        'Instant delivery',
        'Your key appears on screen and in your account as soon as the payment is confirmed.',
        'Quality',
        'Every key is unique, checked, and delivered only once.',
        'Support',
        'Real people answer in the chat, before and after you buy.',
        'Questions before you buy',
        "Don't see your question?",
        'Talk to support',
        'How soon do I get the key?',
        'How can I pay?',
        'Do I need an account?',
        "What if the key doesn't work?",
        'How long does a licence last?',
      ])

    const englishFoot = other.page.getByRole('contentinfo')
    await expect
      .poll(async () => (await other.lines(englishFoot)).slice(-2))
      .toEqual(['Ring of keys', '0:00 / 0:22'])
  })
})
