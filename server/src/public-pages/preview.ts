import { api } from '@chaveiro/contracts'
import type { preview } from '@chaveiro/contracts/admin/settings'
import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'
import type { PageReader, PageRenderer } from '@chaveiro/contracts/rendering'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'

import { questionsIn } from '../domains/settings/home.rules.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import { publicView } from '../domains/settings/settings.views.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { ownReadAddress, type Handlers } from '../platform/http/mount.ts'
import { lookOf } from './look.ts'
import { keptTexts, rendererOf } from './pages.ts'
import { readTemplate } from './template.ts'

const scripts = /<script[^]*?<\/script>/g

/**
 * The first page with settings that staff are typing, drawn as every page is and kept nowhere: what
 * they see is what a visitor would get.
 */
export function previewOf(
  http: FastifyInstance,
  app: App,
  webRoot: string,
): Handlers<typeof preview> {
  const load = rendererOf(app)

  const ready = once(async () => ({
    template: readTemplate(webRoot),
    texts: await keptTexts(app, join(webRoot, 'locales')),
    by: await load!(),
  }))

  return {
    async home(_app, { body: { settings, language } }) {
      if (!load) throw fail('settings.no_preview')

      const { template, texts, by } = await ready()
      const { updatedAt: _, ...given } = settings
      const site: SiteSettings = { ...(await siteSettings(app)), ...without(given) }

      const rendered = await draw(by, await readerOf(http, app, site), {
        language,
        texts: (await texts())[language],
        publicUrl: app.config.publicUrl,
      })

      const html = template.page(language, rendered, lookOf(app, site))

      // Nothing runs in a preview, so what the app would start from is left out.
      return { success: true as const, html: html.replace(scripts, '') }
    },
  }
}

type Drawn = {
  language: Language
  texts: Record<string, Record<string, string>>
  publicUrl: string
}

const draw = (by: PageRenderer, read: PageReader, { language, texts, publicUrl }: Drawn) =>
  by.renderPage(
    { path: '/', search: '', language, languageInAddress: false, publicUrl },
    texts,
    read,
  )

/** The shop's own answers, but for those that the settings make. */
async function readerOf(http: FastifyInstance, app: App, site: SiteSettings): Promise<PageReader> {
  const told = JSON.stringify(await publicView(app, site))
  return async (address, language) => {
    const { pathname } = new URL(address, 'http://shop')
    if (pathname === api.settings.publicSettings.path) return { status: 200, body: told }

    if (pathname === api.sitePages.questions.path) {
      const questions = questionsIn(site.questions, language)
      return { status: 200, body: JSON.stringify({ success: true, questions }) }
    }

    const { statusCode, body } = await http.inject({
      url: address,
      headers: { 'accept-language': language },
      remoteAddress: ownReadAddress,
    })

    // A closed shop shows its staff the page without what is read of it.
    return { status: statusCode === 503 ? 404 : statusCode, body }
  }
}

/** What was given, without what was left out. */
const without = <T extends object>(given: T) =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<SiteSettings>

/** Made when it is first wanted. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
