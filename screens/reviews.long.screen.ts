import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

type Review = Body<typeof adminApi.reviews.list>['reviews'][number]

const review: Review = {
  ...ids(1),
  authorName: 'Bia P.',
  rating: 4,
  body: 'Pinta bem.\nA caixa veio aberta.',
  language: 'pt-BR',
  reply: null,
  createdAt: '2024-02-03T17:05:00.000Z',
  editedAt: null,
  productId: ids(20).id,
  productName: 'Pincel Pro',
  userId: ids(30).id,
  userName: 'Bia Prado',
  status: 'pending',
  rejectReason: null,
  counts: true,
  publishedAt: null,
  reports: [],
}

const published: Review = {
  ...review,
  ...ids(2),
  authorName: 'Leo L.',
  userName: 'Leo Lima',
  rating: 5,
  body: '',
  language: 'en-US',
  reply: { text: 'Obrigado, Leo!', repliedAt: '2024-02-05T12:30:00.000Z' },
  status: 'published',
  publishedAt: '2024-02-04T18:09:00.000Z',
  editedAt: '2024-02-04T10:00:00.000Z',
  counts: false,
  reports: [
    { reason: 'Ofende a loja.', createdAt: '2024-02-06T12:00:00.000Z' },
    { reason: 'É propaganda.\nDe outra loja.', createdAt: '2024-02-07T12:00:00.000Z' },
  ],
}

const rejected: Review = {
  ...review,
  ...ids(3),
  authorName: 'Cliente verificado',
  userId: null,
  userName: null,
  rating: 1,
  status: 'rejected',
  rejectReason: 'Fala de outro produto.',
}

const list = (...reviews: Review[]) =>
  on(adminApi.reviews.list, {
    success: true,
    reviews,
    data: reviews,
    ...listed(reviews.length),
    waiting: 1203,
  })

const one = { success: true, review, data: review } as const

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(review, published, rejected),
    on(adminApi.reviews.setStatus, one),
    on(adminApi.reviews.reply, one),
    on(adminApi.reviews.remove, { success: true, message: 'Avaliação excluída.' }),
  ],
}

const withFirst = (...replies: Given['replies'] & object) => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

const addressOf = (row: Review, what: string) => `/api/admin/reviews/${row.id}${what}`

const listCalls = ({ calls }: Screen) =>
  calls.filter(({ path, query }) => path === '/api/admin/reviews' && query.page)

describe('the reviews of the back office', () => {
  it('show how many wait, and every value of their rows as it is read [L068]', async () => {
    const screen = await show('/admin/reviews', setup)
    await expect.poll(() => screen.facts()).toEqual([['Esperam pela equipe', '1.203']])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['', 'Produto', 'Cliente', 'Avaliação', 'Situação', 'Escrita em', 'Ações'],
        [
          '',
          'Pincel Pro',
          'Bia Prado | Aparece como Bia P.',
          '4 de 5 | Pinta bem. | A caixa veio aberta.',
          'Espera',
          '3 fev 2024 14:05',
          '',
        ],
        [
          '',
          'Pincel Pro',
          'Leo Lima | Aparece como Leo L.',
          '5 de 5 | Sem texto, só a nota. | Resposta: Obrigado, Leo!',
          '2 denúncias | Publicada | Não aparece: tudo o que o cliente comprou deste produto foi devolvido.',
          '3 fev 2024 14:05 | Editada 4 fev 2024 07:00',
          '',
        ],
        [
          '',
          'Pincel Pro',
          'Conta excluída | Aparece como Cliente verificado',
          '1 de 5 | Pinta bem. | A caixa veio aberta.',
          'Não publicada | Fala de outro produto.',
          '3 fev 2024 14:05',
          '',
        ],
      ])

    screen.expectAnswered()
  })

  it('open one as a whole, with its answer and every report [L068]', async () => {
    const details = async (language: Language) => {
      const screen = await show('/admin/reviews', { ...setup, language })
      await screen.page.getByRole('row').nth(2).getByRole('link').first().click()
      await screen.dialog().waitFor()

      return screen.lines(screen.dialog())
    }

    expect(await details('pt-BR')).toEqual([
      'Avaliação de Pincel Pro',
      'Produto',
      'Pincel Pro',
      'Cliente',
      'Leo Lima',
      'Aparece como Leo L.',
      'Nota',
      '5 de 5',
      'Situação',
      'Publicada',
      'Não aparece: tudo o que o cliente comprou deste produto foi devolvido.',
      'Escrita em',
      '3 fev 2024 14:05',
      'Editada 4 fev 2024 07:00',
      'Publicada em',
      '4 fev 2024 15:09',
      'Idioma',
      'Inglês',
      'Texto',
      'Sem texto, só a nota.',
      'Resposta da loja, 5 fev 2024 09:30',
      'Obrigado, Leo!',
      'Denúncias',
      '6 fev 2024 09:00',
      'Ofende a loja.',
      '7 fev 2024 09:00',
      'É propaganda.',
      'De outra loja.',
    ])

    expect(await details('en-US')).toEqual([
      'Review of Pincel Pro',
      'Product',
      'Pincel Pro',
      'Customer',
      'Leo Lima',
      'Shown as Leo L.',
      'Rating',
      '5 of 5',
      'Status',
      'Published',
      'Not shown: everything the customer bought of this product was refunded.',
      'Written on',
      'Feb 3, 2024, 2:05 PM',
      'Edited Feb 4, 2024, 7:00 AM',
      'Published on',
      'Feb 4, 2024, 3:09 PM',
      'Language',
      'English',
      'Text',
      'No text, only the rating.',
      'Reply from the shop, Feb 5, 2024, 9:30 AM',
      'Obrigado, Leo!',
      'Reports',
      'Feb 6, 2024, 9:00 AM',
      'Ofende a loja.',
      'Feb 7, 2024, 9:00 AM',
      'É propaganda.',
      'De outra loja.',
    ])
  })

  it('are published as the text that was read, and back again [L068, L069]', async () => {
    const edited = { ...review, editedAt: '2024-02-04T10:00:00.000Z' }
    const screen = await show('/admin/reviews', withFirst(list(review)))
    await screen.press('Publicar: Pincel Pro, Bia P.')
    await expect.poll(() => screen.toast()).toBe('Avaliação publicada. | Desfazer')
    await screen.press('Desfazer')
    await expect.poll(() => screen.toast()).toBe('A avaliação espera de novo.')
    screen.replies.unshift(list(edited))
    await screen.page.reload()
    await screen.atRest()
    await screen.press('Publicar: Pincel Pro, Bia P.')
    await expect.poll(() => screen.sent('PATCH', addressOf(review, '/status'))).toHaveLength(3)

    expect(screen.sent('PATCH', addressOf(review, '/status'))).toEqual([
      { status: 'published', editedAt: null },
      { status: 'pending', editedAt: null },
      { status: 'published', editedAt: '2024-02-04T10:00:00.000Z' },
    ])
  })

  it('are not published when their author changed them: the shop says so and reloads them [L069]', async () => {
    const screen = await show('/admin/reviews', withFirst(list(review)))
    const before = listCalls(screen).length

    screen.replies.unshift(
      refused(adminApi.reviews.setStatus, 'Não é possível agora.', 409, 'state.illegal'),
      list({ ...review, body: 'Mudei de ideia.', editedAt: '2024-02-04T10:00:00.000Z' }),
    )

    await screen.press('Publicar: Pincel Pro, Bia P.')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('alert')))
      .toEqual(['A situação da avaliação não mudou. Não é possível agora.'])
    await expect.poll(async () => (await screen.table())[1]![3]).toBe('4 de 5 | Mudei de ideia.')
    expect(listCalls(screen)).toHaveLength(before + 1)
  })

  it('are published many at a time, and twelve seconds lead back to what was [P665]', async () => {
    for (const [language, mark, act, done, undo, undone] of [
      [
        'pt-BR',
        'Selecionar todas as linhas',
        'Publicar',
        '2 feitos | Desfazer',
        'Desfazer',
        '2 desfeitos',
      ],
      ['en-US', 'Select all rows', 'Publish', '2 done | Undo', 'Undo', '2 undone'],
    ] as const) {
      const screen = await show('/admin/reviews', { ...setup, language })
      await screen.page.getByRole('checkbox', { name: mark }).check()
      const bar = screen.page.getByRole('toolbar')
      await bar.getByRole('button', { name: act }).click()
      await expect.poll(() => screen.toast()).toBe(done)
      await expect.poll(() => bar.count()).toBe(0)
      await screen.press(undo)
      await expect.poll(() => screen.toast()).toBe(undone)

      expect(screen.sent('PATCH', addressOf(review, '/status'))).toEqual([
        { status: 'published', editedAt: review.editedAt },
        { status: 'pending', editedAt: review.editedAt },
      ])

      expect(screen.sent('PATCH', addressOf(rejected, '/status'))).toEqual([
        { status: 'published', editedAt: rejected.editedAt },
        { status: 'rejected', reason: 'Fala de outro produto.', editedAt: rejected.editedAt },
      ])

      // The review that was already published gets no request.
      expect(screen.sent('PATCH', addressOf(published, '/status'))).toEqual([])
    }
  })

  it('are rejected with a reason that their author reads [L068]', async () => {
    const screen = await show('/admin/reviews', setup)
    await screen.press('Não publicar: Pincel Pro, Leo L.')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Não publicar a avaliação de Leo L.?',
        'Ela sai da página do produto e da nota. O autor lê o motivo, pode editar o texto e enviá-lo de novo.',
        'Motivo',
        'Cancelar',
        'Não publicar',
      ])

    await screen.press('Não publicar', question)
    await expect.poll(() => screen.lines(question)).toContain('Preencha este campo.')
    await question.getByLabel('Motivo').fill('Ofende.')
    await screen.press('Não publicar', question)
    await expect.poll(() => screen.toast()).toBe('A avaliação não está publicada. | Desfazer')
    await screen.press('Desfazer')
    await expect.poll(() => screen.toast()).toBe('Avaliação publicada.')
    const editedAt = '2024-02-04T10:00:00.000Z'

    expect(screen.sent('PATCH', addressOf(published, '/status'))).toEqual([
      { status: 'rejected', reason: 'Ofende.', editedAt },
      { status: 'published', editedAt },
    ])

    const english = await show('/admin/reviews', { ...setup, language: 'en-US' })
    await english.press('Don’t publish: Pincel Pro, Leo L.')

    await expect
      .poll(() => english.lines(english.page.getByRole('alertdialog')))
      .toEqual([
        'Don’t publish the review by Leo L.?',
        'It’s removed from the product page and its rating. The author sees the reason, and can edit it and send it again.',
        'Reason',
        'Cancel',
        'Don’t publish',
      ])
  })

  it('offer no move to the current state [L068]', async () => {
    const grey = async (language: Language) => {
      const screen = await show('/admin/reviews', { ...setup, language })
      return screen.page
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) =>
            [...row.querySelectorAll('button')]
              .filter((button) => button.ariaDisabled)
              .map((button) => button.title),
          ),
        )
    }

    expect(await grey('pt-BR')).toEqual([[], ['Já está publicada'], ['Já não está publicada']])
    expect(await grey('en-US')).toEqual([[], ['Already published'], ['Already unpublished']])
  })

  it('are answered for all to read, and the answer is taken away again [L068]', async () => {
    const screen = await show('/admin/reviews', setup)
    await screen.choose('Responder', 'Pincel Pro, Bia P.')
    const form = screen.dialog('Responder a Bia P.')

    await expect
      .poll(() => screen.lines(form))
      .toEqual([
        'Responder a Bia P.',
        'Pinta bem.',
        'A caixa veio aberta.',
        'Resposta',
        'Todos leem a resposta abaixo da avaliação. Sem texto, ela é retirada.',
        'Cancelar',
        'Salvar',
      ])

    expect(await form.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true)
    await form.getByLabel('Resposta').fill('  Vamos trocar a caixa. ')
    screen.replies.unshift(refused(adminApi.reviews.reply, 'Avaliação não encontrada.', 404))
    await screen.press('Salvar', form)
    await form.getByText('A resposta não foi salva. Avaliação não encontrada.').waitFor()
    screen.replies.unshift(on(adminApi.reviews.reply, one))
    await screen.press('Salvar', form)
    await expect.poll(() => screen.toast()).toBe('Resposta publicada.')

    expect(screen.sent('PUT', addressOf(review, '/reply'))).toEqual([
      { text: 'Vamos trocar a caixa.' },
      { text: 'Vamos trocar a caixa.' },
    ])

    await screen.choose('Responder', 'Pincel Pro, Leo L.')
    const second = screen.dialog('Responder a Leo L.')
    await expect.poll(() => screen.fields(second)).toEqual([['Resposta', 'Obrigado, Leo!']])
    await second.getByLabel('Resposta').fill('')
    await screen.press('Salvar', second)
    await expect.poll(() => screen.toast()).toBe('Resposta retirada.')
    expect(screen.sent('PUT', addressOf(published, '/reply'))).toEqual([{ text: '' }])
    const english = await show('/admin/reviews', { ...setup, language: 'en-US' })
    await english.choose('Reply', 'Pincel Pro, Bia P.')

    await expect
      .poll(() => english.lines(english.dialog()))
      .toEqual([
        'Reply to Bia P.',
        'Pinta bem.',
        'A caixa veio aberta.',
        'Reply',
        'Everyone sees the reply below the review. Leave it empty to remove it.',
        'Cancel',
        'Save',
      ])
  })

  it('ask before one is deleted, and say why the shop refuses [L068]', async () => {
    const screen = await show('/admin/reviews', setup)
    await screen.choose('Excluir', 'Pincel Pro, Bia P.')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir a avaliação de Bia P. sobre Pincel Pro?',
        'Texto, nota, resposta e denúncias se perdem. Quem a escreveu pode avaliar o produto de novo.',
        'Cancelar',
        'Excluir avaliação',
      ])

    await screen.press('Cancelar', question)
    expect(screen.sent('DELETE', addressOf(review, ''))).toEqual([])
    await screen.choose('Excluir', 'Pincel Pro, Bia P.')
    await screen.press('Excluir avaliação', question)
    await expect.poll(() => screen.toast()).toBe('Avaliação excluída.')
    screen.replies.unshift(refused(adminApi.reviews.remove, 'Avaliação não encontrada.', 404))
    await screen.choose('Excluir', 'Pincel Pro, Bia P.')
    await screen.press('Excluir avaliação', question)
    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('alert')))
      .toEqual(['Erro ao excluir a avaliação. Avaliação não encontrada.'])
    expect(screen.sent('DELETE', addressOf(review, ''))).toHaveLength(2)
  })

  it('are asked for as the filters say, which show what the address holds [L068]', async () => {
    const screen = await show('/admin/reviews?status=pending&rating=4&reported=true', setup)

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Situação', 'Espera'],
        ['Nota', '4 de 5'],
        ['Denúncias', 'Com denúncias'],
        ['Selecionar todas as linhas', false],
        ['Selecionar Pincel Pro, Bia P.', false],
        ['Selecionar Pincel Pro, Leo L.', false],
        ['Selecionar Pincel Pro, Cliente verificado', false],
      ])

    await screen.page.getByLabel('Denúncias').selectOption('Sem denúncias')
    // Wait for the first call, since concurrent calls may finish in another order.
    await expect.poll(() => listCalls(screen).length).toBe(2)
    await screen.page.getByLabel('Nota').selectOption('Todas as notas')
    await expect.poll(() => listCalls(screen).length).toBe(3)

    expect(listCalls(screen).map(({ query }) => query)).toEqual([
      { page: '1', limit: '10', status: 'pending', rating: '4', reported: 'true' },
      { page: '1', limit: '10', status: 'pending', rating: '4', reported: 'false' },
      { page: '1', limit: '10', status: 'pending', reported: 'false' },
    ])

    const words = async (language: Language) => {
      const reviewsScreen = await show('/admin/reviews', { ...setup, language })
      return reviewsScreen.page
        .getByRole('main')
        .locator('select')
        .evaluateAll((all) =>
          (all as HTMLSelectElement[]).map(({ options }) => [...options].map(({ text }) => text)),
        )
    }

    expect(await words('pt-BR')).toEqual([
      ['Todas as situações', 'Espera', 'Publicada', 'Não publicada'],
      ['Todas as notas', '5 de 5', '4 de 5', '3 de 5', '2 de 5', '1 de 5'],
      ['Com e sem denúncias', 'Com denúncias', 'Sem denúncias'],
    ])

    expect(await words('en-US')).toEqual([
      ['All statuses', 'Waiting', 'Published', 'Not published'],
      ['All ratings', '5 of 5', '4 of 5', '3 of 5', '2 of 5', '1 of 5'],
      ['With and without reports', 'Reported', 'Not reported'],
    ])
  })

  it('wait, say that there are none, and that they could not be loaded [L068]', async () => {
    const waits = await show('/admin/reviews', withFirst(pending(adminApi.reviews.list)))
    await expect.poll(() => waits.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => waits.facts()).toEqual([['Esperam pela equipe', '']])
    const none = await show('/admin/reviews', withFirst(list()))

    await expect
      .poll(async () => (await none.lines()).slice(-2))
      .toEqual([
        'Nenhuma avaliação ainda',
        'Quem comprou um produto pode avaliá-lo na página dele.',
      ])

    const empty = await show('/admin/reviews', { ...withFirst(list()), language: 'en-US' })

    await expect
      .poll(() => empty.lines())
      .toEqual([
        'Reviews',
        'What customers say about the products they bought.',
        'Waiting for staff',
        '1,203',
        'All',
        'Pending',
        'Reported',
        'All statuses',
        'All ratings',
        'With and without reports',
        'No reviews yet',
        'Buyers can review a product on its page.',
      ])

    const broken = await show(
      '/admin/reviews',
      withFirst(refused(adminApi.reviews.list, 'Não dá.')),
    )

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['Erro ao carregar as avaliações.', 'Tentar novamente'])
    await expect.poll(() => broken.facts()).toEqual([['Esperam pela equipe', '-']])
  })

  it('keep the longest words inside their cells on a phone and on a desk [L068]', async () => {
    const long = 'W'.repeat(120)

    const rows = [published, rejected].map((row) => ({
      ...row,
      productName: long,
      userName: long,
      body: 'W'.repeat(2000),
      rejectReason: 'W'.repeat(500),
      reply: { text: 'W'.repeat(1000), repliedAt: '2024-02-05T12:30:00.000Z' },
    }))

    for (const width of [390, 1280]) {
      const screen = await show('/admin/reviews', { ...withFirst(list(...rows)), width })
      await screen.page.getByRole('table').waitFor()
      const spill = () =>
        screen.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await spill()).toBeLessThanOrEqual(0)
      await screen.page.getByRole('row').nth(1).getByRole('link').first().click()
      await screen.dialog().waitFor()

      expect(
        await screen
          .dialog()
          .evaluate((dialog) =>
            [...dialog.querySelectorAll('*')].some(
              (one) => one.getBoundingClientRect().right > dialog.getBoundingClientRect().right,
            ),
          ),
      ).toBe(false)
    }
  })
})

describe('the number of reviews that wait', () => {
  it('is at the products in the menu, and on the link from them, while some wait [L068]', async () => {
    const products = on(adminApi.products.list, {
      success: true,
      products: [],
      distinctCategories: 0,
      ...listed(0),
    })

    const readMenu = async (language: Language, waiting: number) => {
      const screen = await show('/admin/products', {
        as: { role: 'admin' },
        language,
        replies: [
          on(adminApi.reviews.list, {
            success: true,
            reviews: [],
            data: [],
            ...listed(0),
            waiting,
          }),
          products,
          on(adminApi.categories.list, []),
        ],
      })

      const links = screen.page.locator('aside a[href="/admin/products"], a[href="/admin/reviews"]')

      return links.evaluateAll((all) =>
        all
          .filter((link) => (link as HTMLElement).checkVisibility())
          .map((link) => (link as HTMLElement).innerText.split('\n').join(' ')),
      )
    }

    expect(await readMenu('pt-BR', 1203)).toEqual([
      'Produtos 1.203 1.203 avaliações esperam',
      'Avaliações 1.203',
    ])

    expect(await readMenu('en-US', 1)).toEqual(['Products 1 1 review waiting', 'Reviews 1'])
    expect(await readMenu('pt-BR', 0)).toEqual(['Produtos', 'Avaliações'])
    // A large number is shortened to fit the menu.
    expect((await readMenu('pt-BR', 12_345))[1]).toBe('Avaliações 12\u00A0mil')
    expect((await readMenu('en-US', 12_345))[1]).toBe('Reviews 12K')
  })
})
