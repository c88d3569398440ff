import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { DiscordRefusal, invalidForm, unknown } from './errors.ts'
import { Form } from './form.ts'
import { IDS, snowflake } from './ids.ts'
import { settingsOf, timestamp, type Discord, type Member, type User } from './model.ts'
import { BITS, assertGuildPermissions, requireRole } from './permissions.ts'
import { Answer, NO_CONTENT, type Call, type Route } from './server.ts'
import { guildReply, memberReply, roleReply, widgetReply } from './wire.ts'

/** Guild, roles and members: the calls with which the store gives and takes roles. */
export const guildRoutes: readonly Route[] = [
  {
    method: 'GET',
    url: '/guilds/:guild',
    auth: 'bot',
    run: (discord, call) => (
      knownGuild(call),
      assertGuildPermissions(discord),
      guildReply(discord)
    ),
  },
  {
    method: 'GET',
    url: '/guilds/:guild/roles',
    auth: 'bot',
    run: (discord, call) => (
      knownGuild(call),
      assertGuildPermissions(discord),
      discord.roles.all().map(roleReply)
    ),
  },
  { method: 'GET', url: '/guilds/:guild/members', auth: 'bot', run: listMembers },
  {
    method: 'GET',
    url: '/guilds/:guild/members/:user',
    auth: 'bot',
    run: (discord, call) => (knownGuild(call), memberReply(discord, memberIn(discord, call))),
  },
  { method: 'PUT', url: '/guilds/:guild/members/:user', auth: 'bot', run: addMember },
  {
    method: 'PATCH',
    url: '/guilds/:guild/members/:user',
    auth: 'bot',
    limit: 'role',
    run: changeMember,
  },
  {
    method: 'PUT',
    url: '/guilds/:guild/members/:user/roles/:role',
    auth: 'bot',
    limit: 'role',
    run: (discord, call) => moveRole(discord, call, true),
  },
  {
    method: 'DELETE',
    url: '/guilds/:guild/members/:user/roles/:role',
    auth: 'bot',
    limit: 'role',
    run: (discord, call) => moveRole(discord, call, false),
  },
  { method: 'GET', url: '/guilds/:guild/widget.json', auth: 'none', run: widget },
]

/** The public widget, also available outside the versioned API. */
export function widget(discord: Discord, call: Call): unknown {
  knownGuild(call)
  if (!settingsOf(discord).widget) throw new DiscordRefusal(403, 50004, 'Widget Disabled')

  return widgetReply(discord)
}

export function knownGuild({ params }: Call): void {
  if (params['guild'] !== IDS.guild) throw unknown('guild')
}

function memberIn(discord: Discord, { params }: Call): Member {
  const member = discord.members.get(params['user']!)
  if (!member) throw unknown(discord.users.get(params['user']!) ? 'member' : 'user')

  return member
}

function listMembers(discord: Discord, call: Call): unknown {
  knownGuild(call)
  if (!settingsOf(discord).membersIntent) throw new DiscordRefusal(403, 50001, 'Missing Access')

  const limit = Number(call.query.get('limit') ?? '1')

  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw invalidForm([
      {
        path: ['limit'],
        code: 'NUMBER_TYPE_MAX',
        message: 'int value should be between 1 and 1000.',
      },
    ])

  const after = BigInt(call.query.get('after') ?? '0')

  return discord.members
    .all()
    .filter((one) => BigInt(one.id) > after)
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .slice(0, limit)
    .map((one) => memberReply(discord, one))
}

/**
 * Add a person with their own OAuth2 token (`guilds.join`): 201, or 204 when they are already a
 * member.
 */
function addMember(discord: Discord, call: Call): Answer {
  knownGuild(call)
  const form = new Form()
  const fields = form.object(call.body, [], ['access_token', 'nick', 'roles', 'mute', 'deaf'])
  const token = form.text(fields['access_token'], ['access_token'], 512, 1)
  const roles = form.list(fields['roles'], ['roles'], 250).map(String)
  form.done()
  assertGuildPermissions(discord, BITS.createInvite)
  for (const role of roles) requireRole(discord, role)
  const grant = discord.grants.get(token)

  if (
    !grant ||
    grant.kind !== 'token' ||
    grant.userId !== call.params['user'] ||
    grant.expiresAt <= discord.core.clock.now()
  )
    throw new DiscordRefusal(403, 50025, 'Invalid OAuth2 access token')

  if (!grant.scopes.includes('guilds.join'))
    throw new DiscordRefusal(403, 50026, 'Missing required OAuth2 scope')
  if (discord.members.get(grant.userId)) return NO_CONTENT

  const member = joinGuild(discord, grant.userId, 'joined by the store', roles)

  return new Answer(201, memberReply(discord, member))
}

function changeMember(discord: Discord, call: Call): unknown {
  knownGuild(call)
  const form = new Form()
  const fields = form.object(call.body, [], ['roles', 'nick'])
  const wanted = form.list(fields['roles'], ['roles'], 250).map(String)
  form.done()
  const member = memberIn(discord, call)
  if (fields['roles'] === undefined) return memberReply(discord, member)

  for (const id of [
    ...wanted.filter((one) => !member.roles.includes(one)),
    ...member.roles.filter((one) => !wanted.includes(one)),
  ])
    requireRole(discord, id)

  return memberReply(discord, setRoles(discord, member, wanted, call.reason))
}

function moveRole(discord: Discord, call: Call, give: boolean): Answer {
  knownGuild(call)
  const member = memberIn(discord, call)
  const role = requireRole(discord, call.params['role']!)
  const without = member.roles.filter((id) => id !== role.id)
  setRoles(discord, member, give ? [...without, role.id] : without, call.reason)

  return NO_CONTENT
}

/** Replace a member's roles, and record each change. */
export function setRoles(
  discord: Discord,
  member: Member,
  roles: string[],
  reason: string | null,
): Member {
  for (const id of roles)
    if (!member.roles.includes(id))
      note(discord, member.id, { what: 'role given', detail: roleName(discord, id), reason })
  for (const id of member.roles)
    if (!roles.includes(id))
      note(discord, member.id, { what: 'role taken', detail: roleName(discord, id), reason })

  return discord.members.save({ ...member, roles: [...new Set(roles)] })
}

/** A person joins the guild, without roles from an earlier membership. */
export function joinGuild(
  discord: Discord,
  userId: string,
  detail = 'joined',
  roles: string[] = [],
): Member {
  note(discord, userId, { what: 'join', detail })
  return discord.members.save({ id: userId, roles, nick: null, joinedAt: timestamp(discord) })
}

/** A person leaves the guild and loses every role. */
export function leaveGuild(discord: Discord, userId: string): void {
  note(discord, userId, { what: 'leave', detail: '' })
  discord.members.remove(userId)
}

/** A new Discord account, not in the guild yet. */
export function makeUser(discord: Discord, name: string): User {
  const username = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_.]/g, '')

  if (username.length < 2 || username.length > 32)
    throw new Refusal(400, 'a user name has 2 to 32 letters, digits, dots or underscores')
  if (discord.users.find((user) => user.username === username))
    throw new Refusal(409, `the user name ${username} is taken`)

  return discord.users.save({
    id: snowflake(discord.core.clock),
    username,
    globalName: name.trim(),
    bot: false,
    acceptsMessages: true,
  })
}

const roleName = (discord: Discord, id: string): string => discord.roles.get(id)?.name ?? id

/** Record a member's change, with the caller's reason if there is one. */
function note(
  discord: Discord,
  userId: string,
  { what, detail, reason = null }: { what: string; detail: string; reason?: string | null },
): void {
  discord.trail.save({ id: randomText(12), at: timestamp(discord), what, userId, detail, reason })
}
