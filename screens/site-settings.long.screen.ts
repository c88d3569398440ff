import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import { filled, toldSettings } from './shop-settings-samples.ts'
import { show, type Given } from './show.ts'

const answer = toldSettings(filled)

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    on(adminApi.settings.read, answer),
    on(adminApi.settings.save, answer),
    on(adminApi.settings.reset, answer),
  ],
}

describe('the settings of the shop', () => {
  it('show every value in its field, tab by tab [B099]', async () => {
    const read = async (language: Language) => {
      const screen = await show('/admin/settings', { ...setup, language })
      const tabTexts = []

      // The last tab lists pages, which own-pages.long.screen.ts tests.
      for (const tab of (await screen.page.getByRole('tab').all()).slice(0, -1)) {
        await tab.click()
        const panel = screen.page.getByRole('tabpanel')
        tabTexts.push([
          await tab.innerText(),
          await screen.fields(panel),
          await screen.lines(panel),
        ])
      }

      return tabTexts
    }

    expect(await read('pt-BR')).toEqual([
      [
        'Geral',
        [
          ['Nome da loja', 'Casa da Chave'],
          ['Descrição', 'Licenças em segundos.'],
          ['Endereço do logotipo', '/uploads/logotipo.png'],
          ['Endereço do logotipo para fundo escuro', '/uploads/escuro.png'],
          ['Endereço do ícone', 'https://exemplo.test/icone.png'],
          ['Enviar as chaves no e-mail do recibo', true],
          ['Escolher a cor', '#7c3aed'],
          ['Cor de botões e links', '#7C3AED'],
          ['Título em português', 'Chaves na hora'],
          ['Texto em português', 'Pague e use.'],
          ['Título em inglês', 'Keys at once'],
          ['Texto em inglês', 'Pay and use.'],
          ['Publicação de avaliações', 'Publicar na hora'],
          ['Palavras retidas', 'grátis, golpe\npirata'],
          ['Convidar para avaliar por e-mail', true],
        ],
        [
          'Nome da loja',
          'Descrição',
          'Endereço do logotipo',
          'Envie PNG, JPEG, WebP ou AVIF de até 5 MB. Um logotipo enviado toma o lugar do nome no topo da loja e nos e-mails; um quadrado fica ao lado do nome.',
          'Enviar arquivo',
          'Remover',
          'Endereço do logotipo para fundo escuro',
          'Só se o primeiro não se lê no escuro. Vazio, o mesmo vale para os dois fundos.',
          'Enviar arquivo',
          'Remover',
          'Endereço do ícone',
          'Quadrado, para a aba do navegador, o aplicativo instalado e os cartões de links. De uma imagem que não é quadrada fica o meio.',
          'Enviar arquivo',
          'Remover',
          'Enviar as chaves no e-mail do recibo',
          'Desligado, o recibo leva à página do pedido, onde cada leitura fica registrada. Uma caixa de e-mail é menos segura.',
          'Cor da loja',
          'Cor de botões e links',
          'Um código como #7C3AED. Vazio, vale o amarelo da casa.',
          'Comprar',
          'Ver detalhes',
          'Tema claro: #7C3AED, como escolhida.',
          'Comprar',
          'Ver detalhes',
          'Tema escuro: #7C3AED, como escolhida.',
          'Começo da página inicial',
          'O título e o texto que se leem primeiro. Se um idioma fica vazio, vale o outro; se os dois, o que vem com a loja.',
          'Título em português',
          'Texto em português',
          'Título em inglês',
          'Texto em inglês',
          'Avaliações',
          'Publicação de avaliações',
          'Publicar na hora',
          'Só espera pela equipe o que tem um link ou uma palavra retida.',
          'Palavras retidas',
          'Separe por vírgulas ou linhas. Uma avaliação com uma delas sempre espera pela equipe.',
          'Convidar para avaliar por e-mail',
          'Uma vez por pedido, sete dias depois da entrega, só para o que ainda não foi avaliado nem devolvido.',
        ],
      ],
      [
        'Vitrine',
        [
          ['Mostrar o aviso', true],
          ['Aviso em português', 'Só hoje'],
          ['Aviso em inglês', 'Today only'],
          ['Link do aviso', '/products'],
          ['Mostrar a partir de', '2026-02-03T08:00'],
          ['Mostrar até', '2026-02-04T00:00'],
          ['Endereço da imagem', ''],
          ['Pergunta em português', 'Emite nota?'],
          ['Resposta em português', 'Sim.'],
          ['Pergunta em inglês', ''],
          ['Resposta em inglês', ''],
        ],
        [
          'Aviso no topo',
          'Uma linha acima de todas as páginas da loja. Quem a fecha só volta a ver um aviso quando o texto ou o link muda.',
          'Mostrar o aviso',
          'Aviso em português',
          'Aviso em inglês',
          'Link do aviso',
          'Opcional: um endereço https ou um caminho da loja, como /products.',
          'Mostrar a partir de',
          'Mostrar até',
          'No horário da loja (America/Sao_Paulo). Vazio, não há limite.',
          'Imagem do topo',
          'Ao lado do título da página inicial, em 4:3; os produtos descem uma linha. Sem ela, os produtos ficam ao lado.',
          'Endereço da imagem',
          'Enviar arquivo',
          'Seções da página inicial',
          'Nesta ordem, abaixo do começo. As retiradas não aparecem.',
          'Como funciona',
          'Categorias',
          'Avaliações',
          'Mostrar',
          'Dúvidas',
          'Mostrar',
          'Dúvidas e respostas',
          'As suas, na página inicial e nesta ordem. Sem nenhuma, valem as que vêm com a loja. A resposta é Markdown; um idioma vazio mostra o outro.',
          'Pergunta 1',
          'Pergunta em português',
          'Resposta em português',
          'Pergunta em inglês',
          'Resposta em inglês',
          'Escrever pergunta',
        ],
      ],
      [
        'Manutenção',
        [
          ['Modo de manutenção', true],
          ['Mensagem de manutenção', 'Voltamos já.\nObrigado.'],
        ],
        [
          'Modo de manutenção',
          'Mensagem de manutenção',
          'Quem visita a loja vê este texto. Pagamentos em andamento terminam normalmente.',
        ],
      ],
      [
        'Contato',
        [
          ['E-mail de contato', 'ajuda@exemplo.test'],
          ['Servidor do Discord', 'https://chat.exemplo.test/servidor'],
          ['Link de suporte no Discord', 'https://chat.exemplo.test/suporte'],
        ],
        [
          'E-mail de contato',
          'Servidor do Discord',
          'Link de suporte no Discord',
          'Os botões de suporte usam este link; sem ele, o do servidor.',
        ],
      ],
      [
        'Legal',
        [
          ['Razão social ou nome completo', 'Casa da Chave Ltda.'],
          ['CNPJ ou CPF', '12.345.678/0001-95'],
          ['Endereço físico', 'Rua das Chaves, 7, Recife, PE'],
          ['Termos de serviço', 'Termos da casa.'],
          ['Política de privacidade', 'Privacidade da casa.'],
        ],
        [
          'Quem vende',
          'A lei pede estes dados em lugar visível (Decreto 7.962/2013). Com eles preenchidos, aparecem no rodapé, na finalização da compra, no recibo e nos e-mails, ao lado do e-mail de contato.',
          'Razão social ou nome completo',
          'CNPJ ou CPF',
          'Um CPF digitado aqui fica público, como a lei pede de quem vende sem empresa.',
          'Endereço físico',
          'Rua, número, bairro, cidade, estado e CEP.',
          'Termos de serviço',
          'Texto simples; as quebras de linha aparecem como aqui.',
          'Política de privacidade',
        ],
      ],
    ])

    expect(await read('en-US')).toEqual([
      [
        'General',
        [
          ['Shop name', 'Casa da Chave'],
          ['Description', 'Licenças em segundos.'],
          ['Logo URL', '/uploads/logotipo.png'],
          ['Logo URL for dark backgrounds', '/uploads/escuro.png'],
          ['Favicon URL', 'https://exemplo.test/icone.png'],
          ['Send keys in the receipt email', true],
          ['Pick a colour', '#7c3aed'],
          ['Button and link colour', '#7C3AED'],
          ['Title in Portuguese', 'Chaves na hora'],
          ['Text in Portuguese', 'Pague e use.'],
          ['Title in English', 'Keys at once'],
          ['Text in English', 'Pay and use.'],
          ['Review publishing', 'Publish right away'],
          ['Blocked words', 'grátis, golpe\npirata'],
          ['Ask for reviews by email', true],
        ],
        [
          'Shop name',
          'Description',
          'Logo URL',
          'Upload a PNG, JPEG, WebP or AVIF of up to 5 MB. An uploaded logo replaces the name at the top of the shop and in emails; a square one sits beside the name.',
          'Upload a file',
          'Remove',
          'Logo URL for dark backgrounds',
          'Only if the first one can’t be read on dark. If empty, that one is used on both.',
          'Upload a file',
          'Remove',
          'Favicon URL',
          'Square, for the browser tab, the installed app and link previews. If the image isn’t square, its centre is used.',
          'Upload a file',
          'Remove',
          'Send keys in the receipt email',
          'When off, the receipt links to the order page, where every view is recorded. A mailbox is less secure.',
          'Shop colour',
          'Button and link colour',
          'A code like #7C3AED. If empty, the default yellow is used.',
          'Buy',
          'View details',
          'Light theme: #7C3AED, as chosen.',
          'Buy',
          'View details',
          'Dark theme: #7C3AED, as chosen.',
          'Top of the home page',
          'The title and text people read first. If one language is empty, the other is used; if both are, the default.',
          'Title in Portuguese',
          'Text in Portuguese',
          'Title in English',
          'Text in English',
          'Reviews',
          'Review publishing',
          'Publish right away',
          'Only reviews with a link or a blocked word wait for staff.',
          'Blocked words',
          'Separate them with commas or line breaks. A review with one of them always waits for staff.',
          'Ask for reviews by email',
          'Once per order, seven days after delivery, only for what hasn’t been reviewed or refunded.',
        ],
      ],
      [
        'Storefront',
        [
          ['Show the bar', true],
          ['Bar text in Portuguese', 'Só hoje'],
          ['Bar text in English', 'Today only'],
          ['Bar link', '/products'],
          ['Show from', '2026-02-03T08:00'],
          ['Show until', '2026-02-04T00:00'],
          ['Image URL', ''],
          ['Question in Portuguese', 'Emite nota?'],
          ['Answer in Portuguese', 'Sim.'],
          ['Question in English', ''],
          ['Answer in English', ''],
        ],
        [
          'Announcement bar',
          'One line above every page of the shop. People who close it see it again only when its text or link changes.',
          'Show the bar',
          'Bar text in Portuguese',
          'Bar text in English',
          'Bar link',
          'Optional: an https address or a path in the shop, such as /products.',
          'Show from',
          'Show until',
          'Uses the shop’s clock (America/Sao_Paulo). If empty, there’s no limit.',
          'Hero image',
          'Beside the home page title, in 4:3; the products move down a row. Without it, the products go there.',
          'Image URL',
          'Upload a file',
          'Home page sections',
          'In this order, below the top. Removed sections don’t show.',
          'How it works',
          'Categories',
          'Reviews',
          'Show',
          'Questions',
          'Show',
          'Questions and answers',
          'Your own, on the home page and in this order. With none, the default ones are used. Answers are Markdown; an empty language shows the other.',
          'Question 1',
          'Question in Portuguese',
          'Answer in Portuguese',
          'Question in English',
          'Answer in English',
          'Add question',
        ],
      ],
      [
        'Maintenance',
        [
          ['Maintenance mode', true],
          ['Maintenance message', 'Voltamos já.\nObrigado.'],
        ],
        [
          'Maintenance mode',
          'Maintenance message',
          'Visitors see this text. Payments in progress finish normally.',
        ],
      ],
      [
        'Contact',
        [
          ['Contact email', 'ajuda@exemplo.test'],
          ['Discord server', 'https://chat.exemplo.test/servidor'],
          ['Discord support link', 'https://chat.exemplo.test/suporte'],
        ],
        [
          'Contact email',
          'Discord server',
          'Discord support link',
          'Support buttons use this link, or the server’s if it’s empty.',
        ],
      ],
      [
        'Legal',
        [
          ['Company name or full name', 'Casa da Chave Ltda.'],
          ['CNPJ or CPF', '12.345.678/0001-95'],
          ['Street address', 'Rua das Chaves, 7, Recife, PE'],
          ['Terms of service', 'Termos da casa.'],
          ['Privacy policy', 'Privacidade da casa.'],
        ],
        [
          'Seller',
          'Brazilian law requires this in a visible place (Decree 7.962/2013). Once filled in, it shows in the footer, at checkout, on receipts and in emails, next to the contact email.',
          'Company name or full name',
          'CNPJ or CPF',
          'A CPF entered here becomes public, as the law requires of sellers without a company.',
          'Street address',
          'Street, number, district, city, state and postal code.',
          'Terms of service',
          'Plain text; line breaks are kept.',
          'Privacy policy',
        ],
      ],
    ])
  })

  it('send all of them when one is changed, with their shown values [B099, B226]', async () => {
    const screen = await show('/admin/settings', setup)
    await screen.page.getByLabel('Nome da loja').fill('Casa Nova')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('status')))
      .toEqual(['Há mudanças não salvas.'])
    await screen.page.getByRole('tab', { name: 'Contato' }).click()
    await screen.page.getByLabel('E-mail de contato').fill('oi@exemplo.test')
    await screen.press('Salvar')
    await expect.poll(() => screen.toast()).toBe('Configurações salvas com sucesso.')

    expect(screen.sent('PUT', '/api/admin/system/site-settings')).toEqual([
      {
        siteName: 'Casa Nova',
        siteDescription: 'Licenças em segundos.',
        siteLogo: '/uploads/logotipo.png',
        siteFavicon: 'https://exemplo.test/icone.png',
        maintenanceMode: true,
        maintenanceMessage: 'Voltamos já.\nObrigado.',
        contactEmail: 'oi@exemplo.test',
        supportDiscord: 'https://chat.exemplo.test/servidor',
        discordSupportLink: 'https://chat.exemplo.test/suporte',
        termsOfService: 'Termos da casa.',
        privacyPolicy: 'Privacidade da casa.',
        keysByMail: true,
        reviewsMode: 'after',
        reviewsBlocked: 'grátis, golpe\npirata',
        reviewInvites: true,
        siteLogoDark: '/uploads/escuro.png',
        accentColor: '#7C3AED',
        heroTitlePt: 'Chaves na hora',
        heroTitleEn: 'Keys at once',
        heroLeadPt: 'Pague e use.',
        heroLeadEn: 'Pay and use.',
        heroPicture: '',
        heroPicturePt: '',
        heroPictureEn: '',
        homeSections: ['steps', 'categories'],
        questions: [{ askedPt: 'Emite nota?', askedEn: '', answerPt: 'Sim.', answerEn: '' }],
        barOn: true,
        barTextPt: 'Só hoje',
        barTextEn: 'Today only',
        barLink: '/products',
        barFrom: '2026-02-03T08:00',
        barUntil: '2026-02-04T00:00',
        sellerName: 'Casa da Chave Ltda.',
        sellerTaxId: '12.345.678/0001-95',
        sellerAddress: 'Rua das Chaves, 7, Recife, PE',
        updatedAt: '2026-02-03T17:05:00.000Z',
      },
    ])
  })

  it('say of each way to publish reviews what it means, and send what was chosen [L063, L070]', async () => {
    const means = async (language: Language) => {
      const screen = await show('/admin/settings', { ...setup, language })
      const mode = screen.page.getByRole('tabpanel').getByRole('combobox')
      const modeTexts = []

      for (const value of ['before', 'after', 'off']) {
        await mode.selectOption(value)
        const lines = await screen.lines(screen.page.getByRole('tabpanel'))
        modeTexts.push(lines.slice(lines.length - 6, lines.length - 4))
      }

      return { screen, told: modeTexts }
    }

    const { screen, told } = await means('pt-BR')

    expect(told).toEqual([
      ['A equipe lê antes de publicar', 'Cada avaliação, nova ou editada, espera pela equipe.'],
      ['Publicar na hora', 'Só espera pela equipe o que tem um link ou uma palavra retida.'],
      [
        'Sem avaliações',
        'A loja não mostra nem recebe avaliações. As que existem ficam guardadas.',
      ],
    ])

    await screen.page.getByLabel('Palavras retidas').fill('spam')
    await screen.page.getByLabel('Convidar para avaliar por e-mail').uncheck()
    await screen.press('Salvar')
    await expect.poll(() => screen.toast()).toBe('Configurações salvas com sucesso.')
    expect(screen.sent('PUT', '/api/admin/system/site-settings')).toMatchObject([
      { reviewsMode: 'off', reviewsBlocked: 'spam', reviewInvites: false },
    ])

    expect((await means('en-US')).told).toEqual([
      ['Staff approve first', 'Each review, new or edited, waits for staff.'],
      ['Publish right away', 'Only reviews with a link or a blocked word wait for staff.'],
      ['No reviews', 'The shop neither shows nor accepts reviews. Existing ones are kept.'],
    ])
  })

  it('name the error in a field, on its tab, and why the shop refuses [B099, B170, B239]', async () => {
    const screen = await show('/admin/settings?tab=contact', setup)
    const panel = screen.page.getByRole('tabpanel')
    await screen.page.getByLabel('E-mail de contato').fill('ninguém')
    await screen.page.getByLabel('Servidor do Discord').fill('javascript:alert(1)')
    await screen.page.getByRole('tab', { name: 'Geral' }).click()
    await screen.press('Salvar')

    await expect
      .poll(() => panel.getByRole('alert').allInnerTexts())
      .toEqual([
        'Informe um e-mail válido.',
        'Informe um endereço que comece com http:// ou https://.',
      ])

    await screen.page.getByLabel('E-mail de contato').fill('a@exemplo.test')
    await screen.page.getByLabel('Servidor do Discord').fill('')
    screen.replies.unshift(refused(adminApi.settings.save, 'Outra pessoa mudou isto.', 409))
    await screen.press('Salvar')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('alert')))
      .toEqual(['Erro ao salvar as configurações. Outra pessoa mudou isto.'])
  })

  it('ask before they go back to what the shop comes with [B100, B227, B239]', async () => {
    const screen = await show('/admin/settings', setup)
    await screen.press('Restaurar padrões')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Restaurar as configurações padrão?',
        'Tudo o que está nestas configurações volta ao que vem com a loja: nome, textos, vendedor, logo, ' +
          'cor, primeiras palavras, links e modo de manutenção. O que está salvo agora se perde.',
        'Cancelar',
        'Restaurar padrões',
      ])

    await screen.press('Restaurar padrões', question)
    await expect.poll(() => screen.toast()).toBe('Configurações restauradas.')
    expect(screen.sent('POST', '/api/admin/system/site-settings/reset')).toHaveLength(1)
  })

  it('say that they could not be loaded, and wait without a word of their own [B007, B239]', async () => {
    const broken = await show('/admin/settings', {
      ...setup,
      replies: [refused(adminApi.settings.read, 'Não dá.')],
    })

    await expect
      .poll(() => broken.lines())
      .toEqual([
        'Configurações do site',
        'O nome da loja, a manutenção, os contatos e os textos legais.',
        'Pagamentos e serviços',
        'Erro ao carregar as configurações.',
        'Tentar novamente',
      ])

    const waiting = await show('/admin/settings', {
      ...setup,
      replies: [pending(adminApi.settings.read)],
    })

    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
    await expect.poll(() => waiting.fields()).toEqual([])
  })
})
