import type { VisitStep } from '@chaveiro/contracts/visit-steps'
import { ownApi } from 'virtual:own-api'

import { call } from '../api/call.ts'
import { userData } from './session.ts'
import { readJson, sessionStore, writeText } from './storage.ts'

// A visit lasts as long as its tab and has no id (P400).

const storageKey = 'visit'
type VisitData = { source: string; steps: string[] }

const parseVisit = (value: unknown): VisitData | null => {
  const { source, steps } = (value ?? {}) as Partial<VisitData>
  if (typeof source === 'string' && Array.isArray(steps)) return { source, steps }

  return null
}

/**
 * Source of a visit: the campaign in the URL (utm_source, utm_campaign), else the referring site;
 * '' if unknown.
 */
export function sourceOf(address: string, referrer: string): string {
  const pageAddress = new URL(address)
  const campaign = pageAddress.searchParams.get('utm_source')
  if (campaign)
    return [campaign, pageAddress.searchParams.get('utm_campaign')].filter(Boolean).join('/')
  if (!URL.canParse(referrer)) return ''

  const referringSite = new URL(referrer)

  if (referringSite.host === pageAddress.host) return ''

  return referringSite.hostname.replace(/^www\./, '')
}

/** The URL from which this document was loaded. */
const firstAddress = (): string =>
  performance.getEntriesByType('navigation')[0]?.name ?? window.location.href

const currentVisit = (): VisitData =>
  readJson(sessionStore(), storageKey, parseVisit) ?? {
    source: sourceOf(firstAddress(), document.referrer).slice(0, 200),
    steps: [],
  }

/** Source of this visit, stored with its order (P401). */
export const visitSource = (): string => currentVisit().source

/** Counts a step of this visit once; staff are not counted. */
export function countStep(step: VisitStep): void {
  const visit = currentVisit()
  if (visit.steps.includes(step) || (userData()?.role ?? 'client') !== 'client') return

  writeText(sessionStore(), storageKey, JSON.stringify({ ...visit, steps: [...visit.steps, step] }))
  void call(ownApi.visits.count, { body: { step, source: visit.source } }).catch(() => {
    // The page does not wait for this call, and a lost count does not affect the visitor.
  })
}
