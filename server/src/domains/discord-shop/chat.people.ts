import { staffRoles, type Role } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { and, eq, isNull } from 'drizzle-orm'

import { twoFactors, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { ChatMessage } from '../../ports/chat.ts'
import { maintenance } from '../settings/settings.service.ts'
import type { Interaction } from './chat.reading.ts'
import { linkButton, componentRow } from './chat.replies.ts'
import { chatWords } from './chat.words.ts'

/** The shop account that is linked to a person in the chat. */
export type Member = {
  id: string
  name: string
  email: string
  role: Role
  isBanned: boolean
  hasSecondFactor: boolean
}

type Asked = Pick<Interaction, 'person' | 'language'>

/** The account that is linked to a person in the chat; null when there is none. */
export async function memberOf(app: App, personId: string): Promise<Member | null> {
  const [row] = await app.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      isBanned: users.isBanned,
      secondFactorAt: twoFactors.confirmedAt,
    })
    .from(users)
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(and(eq(users.discordId, personId), isNull(users.deletedAt)))
  return row ? { ...row, hasSecondFactor: row.secondFactorAt !== null } : null
}

/**
 * Whether a person is staff. Only the role of the linked account decides, never the person's roles
 * in the chat.
 */
export const isStaff = (app: App, member: Member | null): boolean =>
  member !== null &&
  !member.isBanned &&
  staffRoles.includes(member.role) &&
  (app.config.staffTwoFactor !== 'required' || member.hasSecondFactor)

/** The account of a person who may buy now, or a message that explains why they may not. */
export async function findBuyer(
  app: App,
  { person, language }: Asked,
): Promise<{ member: Member } | { refusal: ChatMessage }> {
  const member = await memberOf(app, person.id)
  const translate = (text: Localized) => inLanguage(language, text)

  if (!member)
    return {
      refusal: {
        content: translate(chatWords.notLinked),
        components: [
          componentRow(
            linkButton(`${app.config.publicUrl}/dashboard/settings`, translate(chatWords.link)),
            linkButton(`${app.config.publicUrl}/register`, translate(chatWords.register)),
          ),
        ],
      },
    }

  if (member.isBanned) return { refusal: { content: translate(chatWords.banned) } }

  const maintenanceState = await maintenance(app)

  return maintenanceState.on && !isStaff(app, member)
    ? { refusal: { content: maintenanceState.message || translate(chatWords.maintenance) } }
    : { member }
}

/** The account of a member of staff, or a message that explains why the person has no access. */
export async function findStaff(
  app: App,
  { person, language }: Asked,
): Promise<{ member: Member } | { refusal: ChatMessage }> {
  const member = await memberOf(app, person.id)
  if (member && isStaff(app, member)) return { member }

  const lacksFactor = member !== null && !member.isBanned && staffRoles.includes(member.role)
  const refusalText = lacksFactor ? chatWords.secondFactor : chatWords.staffOnly

  return { refusal: { content: inLanguage(language, refusalText) } }
}
