import type { VisitStep } from '@chaveiro/contracts/visit-steps'
import { ownApi } from 'virtual:own-api'

import { call } from '../api/call.ts'
import { userData } from './session.ts'
import { readJson, sessionStore, writeText } from './storage.ts'

// A visit is a tab: what is kept of it is gone when the tab is closed, and holds no id (P400).

const key = 'visit'
type Visit = { source: string; steps: string[] }

const isVisit = (value: unknown): Visit | null => {
  const { source, steps } = (value ?? {}) as Partial<Visit>
  return typeof source === 'string' && Array.isArray(steps) ? { source, steps } : null
}

/**
 * Where a visit comes from: the campaign that its address names (utm_source, utm_campaign), else the
 * site that led here; '' when neither is known.
 */
export function cameFrom(address: string, referrer: string): string {
  const at = new URL(address)
  const source = at.searchParams.get('utm_source')
  if (source) return [source, at.searchParams.get('utm_campaign')].filter(Boolean).join('/')
  if (!URL.canParse(referrer)) return ''

  const from = new URL(referrer)

  return from.host === at.host ? '' : from.hostname.replace(/^www\./, '')
}

/** The address that this document was loaded from, whatever page of the shop it shows by now. */
const firstAddress = (): string =>
  performance.getEntriesByType('navigation')[0]?.name ?? window.location.href

const visitNow = (): Visit =>
  readJson(sessionStore(), key, isVisit) ?? {
    source: cameFrom(firstAddress(), document.referrer).slice(0, 200),
    steps: [],
  }

/** Where this visit came from, as its order keeps it (P401). */
export const visitSource = (): string => visitNow().source

/** Count a step of this visit, once; those who work here are not visitors. */
export function countStep(step: VisitStep): void {
  const visit = visitNow()
  if (visit.steps.includes(step) || (userData()?.role ?? 'client') !== 'client') return

  writeText(sessionStore(), key, JSON.stringify({ ...visit, steps: [...visit.steps, step] }))
  void call(ownApi.visits.count, { body: { step, source: visit.source } }).catch(() => {
    // Nobody waits for it, and a visit that is not counted is no loss to the visitor.
  })
}
