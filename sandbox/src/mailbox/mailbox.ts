import type { AddressInfo, Socket } from 'node:net'
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'

import { openCertificates } from '../core/certificates.ts'
import { isoInstant } from '../core/clock.ts'
import type { Core, Provider } from '../core/core.ts'
import type { CallFault } from '../core/faults.ts'
import { choosePort, rememberPort } from '../core/provider-server.ts'
import { openMailbox, type Mailbox } from './model.ts'

export type MailboxProvider = Provider & { readonly mailbox: Mailbox }
type Done = (error?: Error | null, message?: string) => void

const MAX_BYTES = 10_485_760

/**
 * Starts the mailbox: an SMTP server on loopback that accepts every mail for tests to read. A
 * second server behaves like a mail provider: it requires a login and STARTTLS, with a certificate
 * of the sandbox's authority.
 */
export async function startMailbox(core: Core): Promise<MailboxProvider> {
  const mailbox = openMailbox(core)
  const openSockets = new Set<Socket>()
  const { caPath, serverCert: cert, serverKey: key } = await openCertificates(core.stateDir)

  const plainServer = makeServer(
    { core, mailbox, sockets: openSockets },
    {
      // A machine's local mail server requires no login.
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
    },
  )

  const strictServer = makeServer({ core, mailbox, sockets: openSockets }, { key, cert })

  const [listening, strictly] = [
    await listenOnPort(core, plainServer, 'mail'),
    await listenOnPort(core, strictServer, 'mail-starttls'),
  ]

  const mailLogin = `loja:${core.credentials.mailPassword}`
  mailbox.places.starttls = `smtp://${mailLogin}@127.0.0.1:${strictly}`
  mailbox.places.ca = caPath

  return {
    name: 'mail',
    mailbox,
    env: {
      SMTP_URL: `smtp://${mailLogin}@127.0.0.1:${listening}`,
      MAIL_FROM: 'Chaveiro <loja@chaveiro.test>',
    },
    dump: () => ({ mails: mailbox.list() }),
    reset: () => mailbox.clear(),
    tick: () => undefined,

    close: async () => {
      const endedServers = [plainServer, strictServer].map(
        (server) => new Promise<void>((resolve) => server.close(() => resolve())),
      )
      for (const socket of openSockets) socket.destroy()
      await Promise.all(endedServers)
    },
  }
}

type Ground = { core: Core; mailbox: Mailbox; sockets: Set<Socket> }

async function listenOnPort(core: Core, server: SMTPServer, name: string): Promise<number> {
  const port = await choosePort(core, name)

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })

  return rememberPort(core, name, (server.server.address() as AddressInfo).port)
}

function makeServer(
  { core, mailbox, sockets: openSockets }: Ground,
  safety: SMTPServerOptions,
): SMTPServer {
  const server = new SMTPServer({
    ...safety,
    disableReverseLookup: true,
    size: MAX_BYTES,
    banner: 'Chaveiro sandbox',
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'loja' && password === core.credentials.mailPassword
        ? done(null, { user: 'store' })
        : done(smtpError(535, '5.7.8 Authentication credentials invalid')),
    // Simulates a mailbox that does not exist.
    onRcptTo: ({ address }, _session, done) =>
      /^nao-existe[^@]*@/i.test(address)
        ? done(smtpError(550, '5.1.1 The email account does not exist'))
        : done(),
    onData: (stream, session, done) => {
      void receiveMail({ core, mailbox, sockets: openSockets }, stream, session, done)
    },
  })

  server.server.on('connection', (socket: Socket) => {
    openSockets.add(socket)
    socket.once('close', () => openSockets.delete(socket))
  })

  server.on('error', () => undefined) // a client may reset its connection

  return server
}

async function receiveMail(
  { core, mailbox, sockets: openSockets }: Ground,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  done: Done,
): Promise<void> {
  const { from, to } = envelopeOf(session)

  const loggedRequest = core.requests.start({
    at: isoInstant(core.clock.now()),
    provider: 'mail',
    method: 'DATA',
    path: to.join(','),
    query: '',
    idempotencyKey: null,
  })

  const mailFault = core.faults.takeCall('mail', 'DATA', to.join(','))
  loggedRequest.fault = mailFault?.kind ?? null

  try {
    const rawMessage = await readWhole(stream)
    if (stream.sizeExceeded)
      return done(smtpError(552, 'Message exceeds fixed maximum message size'))
    if (mailFault && (await meetFault(mailFault, openSockets, session, done))) return

    const storedMail = await mailbox.keep(rawMessage, { from, to })
    core.state.flush()
    if (mailFault && staysSilent(mailFault, openSockets, session)) return

    loggedRequest.status = 250
    done(null, `Message queued as ${storedMail.id}`)
  } catch (error) {
    done(smtpError(451, error instanceof Error ? error.message : String(error)))
  }
}

function envelopeOf({ envelope }: SMTPServerSession): { from: string; to: string[] } {
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map((one) => one.address),
  }
}

async function readWhole(stream: SMTPServerDataStream): Promise<Buffer> {
  const messageChunks: Buffer[] = []
  for await (const messageChunk of stream) messageChunks.push(messageChunk as Buffer)

  return Buffer.concat(messageChunks)
}

/** Applies a fault; returns true if it ended the delivery. After a delay the delivery continues. */
async function meetFault(
  mailFault: CallFault,
  openSockets: Set<Socket>,
  session: SMTPServerSession,
  done: Done,
): Promise<boolean> {
  if (mailFault.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, mailFault.ms))
  if (mailFault.kind === 'reset') socketOf(openSockets, session)?.destroy()
  if (mailFault.kind === 'status')
    done(
      smtpError(
        mailFault.status,
        mailFault.status < 500 ? 'Try again later' : 'Transaction failed',
      ),
    )

  return mailFault.kind === 'timeout' || mailFault.kind === 'reset' || mailFault.kind === 'status'
}

/** True if the mail is stored but the sender gets no reply. */
function staysSilent(
  mailFault: CallFault,
  openSockets: Set<Socket>,
  session: SMTPServerSession,
): boolean {
  if (mailFault.kind === 'commit-then-reset') socketOf(openSockets, session)?.destroy()
  return mailFault.kind === 'commit-then-timeout' || mailFault.kind === 'commit-then-reset'
}

const socketOf = (openSockets: Set<Socket>, session: SMTPServerSession): Socket | undefined =>
  [...openSockets].find((socket) => socket.remotePort === session.remotePort)

function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code })
}
