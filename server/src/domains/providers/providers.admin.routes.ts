import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'
import type { providers } from '@chaveiro/contracts/admin/providers'
import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import type { Mail } from '../../ports/mail.ts'
import type { Trial } from '../../ports/trial.ts'
import { actorOf } from '../audit/audit.service.ts'
import { keptSettings } from '../settings/settings.service.ts'
import { listProviders, viewOf } from './providers.queries.ts'
import { removeProvider, saveProvider, tryTyped } from './providers.service.ts'
import { trialLetter, wordsOfTrial } from './providers.words.ts'

/** Back-office calls of the providers' credentials. */
export const providersAdmin: Handlers<typeof providers> = {
  async list(app) {
    return { success: true as const, providers: await listProviders(app) }
  },

  async try(app, input) {
    const { principal, caller, body } = input
    const { name } = input.params
    const mail = name === 'mail' ? await letterTo(app, principal.email, caller.language) : undefined
    const trial = await tryTyped(app, name, body.values, { actor: actorOf(input), mail })

    return { success: true as const, trial: trialView(name, trial, caller.language) }
  },

  async save(app, input) {
    const { name } = input.params
    const { saved, trial } = await saveProvider(app, name, input.body, actorOf(input))

    return {
      success: true as const,
      saved,
      trial: trialView(name, trial, input.caller.language),
      provider: await viewOf(app, name),
    }
  },

  async remove(app, input) {
    const { name } = input.params
    await removeProvider(app, name, input.query.anyway, actorOf(input))

    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': 'Credenciais removidas.',
        'en-US': 'Credentials removed.',
      }),
      provider: await viewOf(app, name),
    }
  },
}

const trialView = (name: ProviderName, trial: Trial, language: Language) => ({
  works: trial.works,
  reason: trial.works ? null : trial.reason,
  message: inLanguage(language, wordsOfTrial(name, trial)),
})

/** The trial letter goes to the member of staff who tries, in their language. */
async function letterTo(app: App, to: string, language: Language): Promise<Mail> {
  const { subject, text } = trialLetter((await keptSettings(app)).siteName)
  const said = inLanguage(language, text)

  return { to, subject: inLanguage(language, subject), text: said, html: `<p>${said}</p>` }
}
