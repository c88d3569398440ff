import AxeBuilder from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { publicSettings, type Site } from './every-page.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show } from './show.ts'

const dot = `/uploads/${'3'.repeat(64)}.webp`

const questions = on(api.sitePages.questions, {
  success: true,
  questions: [
    {
      asked: 'Emite nota <b>fiscal</b>?',
      tree: [{ type: 'paragraph', children: [{ type: 'text', text: 'Sim, sempre.' }] }],
      language: 'pt-BR',
    },
    {
      asked: 'E no fim de semana?',
      tree: [{ type: 'paragraph', children: [{ type: 'text', text: 'Também.' }] }],
      language: 'pt-BR',
    },
  ],
})

const home = (part: Partial<Site>, language: Language = 'pt-BR', width = 320) =>
  show('/', {
    language,
    width,

    replies: [
      publicSettings(part),
      questions,
      on(api.catalogue.featured, []),
      on(api.catalogue.categories, [
        {
          _id: '1',
          id: '1',
          name: 'arte',
          description: '',
          image: null,
          color: '#3b82f6',
          productCount: 2,
        },
      ]),
      refused(api.reviews.latest, 'Nada.', 404),
    ],
  })

describe('the first page of another shop', () => {
  it('shows the owner’s questions, opened by keyboard, otherwise the built-in ones [P387]', async () => {
    const screen = await home({ ownQuestions: true, sections: ['questions'] }, 'en-US')
    const questions = screen.page.getByRole('main').locator('summary')
    await expect
      .poll(() => questions.allInnerTexts())
      .toEqual(['Emite nota <b>fiscal</b>?', 'E no fim de semana?'])
    await questions.first().focus()
    await screen.page.keyboard.press('Enter')
    await screen.page.getByText('Sim, sempre.', { exact: true }).waitFor()
    const { violations } = await new AxeBuilder({ page: screen.page }).include('main').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    const house = await home({})
    await expect
      .poll(() => house.page.getByRole('main').locator('summary').first().innerText())
      .toBe('Em quanto tempo recebo a chave?')
    expect(house.calls.filter(({ path }) => path === '/api/server/questions')).toEqual([])
  })

  it('shows the chosen sections in their order, and the picture beside the hero’s text [P388]', async () => {
    const read = async (part: Partial<Site>, language: Language, width: number) => {
      const screen = await home(part, language, width)
      await screen.page.getByRole('heading', { level: 1 }).waitFor()
      const wide = await screen.page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(width)
      const headings = screen.page.getByRole('main').getByRole('heading', { level: 2 })

      return { screen, titles: await headings.allInnerTexts() }
    }

    const sections: Site['sections'] = ['questions', 'categories']

    expect((await read({ sections }, 'pt-BR', 320)).titles).toEqual([
      'Dúvidas antes de comprar',
      'Navegue por categoria',
    ])

    const picture = { src: dot, alts: { 'pt-BR': 'Uma estante', 'en-US': 'A shelf' } }
    const { screen } = await read({ heroPicture: picture, sections }, 'en-US', 1280)
    const image = screen.page.getByRole('main').getByRole('img', { name: 'A shelf' })
    const box = (await image.boundingBox())!
    const title = (await screen.page.getByRole('heading', { level: 1 }).boundingBox())!

    expect([box.x > title.x + title.width / 2, Math.round((box.width / box.height) * 3)]).toEqual([
      true,
      4,
    ])

    expect(await screen.page.getByRole('link', { name: 'How it works' }).count()).toBe(0)
  })
})

describe('its form', () => {
  const answer = toldSettings({ ...untouched, siteName: 'Casa' })

  const open = (language: Language, width: number) =>
    show('/admin/settings?tab=front', {
      language,
      width,
      as: { role: 'admin' },
      replies: [
        on(adminApi.settings.read, answer),
        on(adminApi.settings.save, answer),
        on(adminApi.products.upload, { success: true, url: dot, width: 640, height: 480 }),
      ],
    })

  const sent = '/api/admin/system/site-settings'

  it('reorders the sections by keyboard, removes a section and restores it [P388]', async () => {
    const screen = await open('pt-BR', 360)
    const { page } = screen
    const list = page.getByRole('list', { name: 'Seções da página inicial' })
    await list.waitFor()
    await page.getByRole('button', { name: 'Subir: Dúvidas' }).focus()
    for (let n = 0; n < 3; n++) await page.keyboard.press('Enter')
    await expect
      .poll(() => list.getByRole('listitem').allInnerTexts())
      .toEqual(['Dúvidas', 'Categorias', 'Como funciona', 'Avaliações'])
    await page.getByRole('button', { name: 'Retirar: Avaliações' }).click()
    await page.getByRole('button', { name: 'Retirar: Categorias' }).click()
    await page.getByRole('button', { name: 'Mostrar: Categorias' }).click()
    await screen.press('Salvar')
    await expect
      .poll(() => screen.sent('PUT', sent))
      .toMatchObject([{ homeSections: ['questions', 'steps', 'categories'] }])
  })

  it('accepts questions in both languages, rejects one without an answer, sends the new order [P387, P388]', async () => {
    const screen = await open('en-US', 1280)
    const { page } = screen

    for (const text of ['Um', 'Dois']) {
      await screen.press('Add question')
      await page.getByLabel('Question in Portuguese').last().fill(text)
    }

    await page.getByLabel('Answer in Portuguese').last().fill('2')
    await screen.press('Save')
    const alert = page.getByRole('tabpanel').getByRole('alert')
    await expect
      .poll(() => alert.allInnerTexts())
      .toEqual(['Write the question and its answer in at least one language.'])
    expect(screen.sent('PUT', sent)).toEqual([])
    await page.getByLabel('Question in English').first().fill('One')
    await page.getByLabel('Answer in English').first().fill('1')
    await page.getByRole('button', { name: 'Move up: Question 2' }).click()
    await page.getByLabel('Image URL').fill('https://a.test/x.png')
    await screen.press('Save')
    await expect
      .poll(() => alert.allInnerTexts())
      .toEqual(['Upload the image: only uploaded images are cropped for each screen.'])

    await page
      .locator('input[type=file]')
      .nth(3)
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(9, 1) })

    await page.getByLabel('Alt text in English').fill('A shelf')
    await screen.press('Save')

    await expect
      .poll(() => screen.sent('PUT', sent))
      .toMatchObject([
        {
          heroPicture: dot,
          heroPictureEn: 'A shelf',
          questions: [
            { askedPt: 'Dois', askedEn: '', answerPt: '2', answerEn: '' },
            { askedPt: 'Um', askedEn: 'One', answerPt: '', answerEn: '1' },
          ],
        },
      ])
  })
})
