// Faults in background jobs that follow a change.
const platform = 'server/src/platform/queue/jobs.ts'
const worker = 'server/src/platform/queue/worker.ts'
const workerGroup = 'server/src/platform/queue/worker-group.ts'
const mint = 'server/src/domains/fulfilment/minting/mint.service.ts'

export const jobs = [
  {
    name: 'a job that takes long is taken from its living worker',
    file: workerGroup,
    from: 'heartbeat.hold(queueRun.id)',
    to: 'heartbeat.leave(queueRun.id)',
    seenBy: ['server', 'platform/queue/worker'],
  },
  {
    name: 'a worker whose connection broke for a moment is dead',
    file: worker,
    from: 'unlockedIds.filter((id) => suspectIds.has(id))',
    to: 'unlockedIds',
    seenBy: ['server', 'platform/queue/worker'],
  },
  {
    name: 'a job whose end cannot be noted ends the process',
    file: workerGroup,
    from: 'completeJobBatchDelay: 0',
    to: 'completeJobBatchDelay: -1',
    seenBy: ['server', 'platform/queue/worker'],
  },
  {
    name: 'a queue whose end the library waits for stands still for good',
    file: workerGroup,
    from: "runEvents.on('pool:fatalError', ({ error }: { error: unknown }) => replaceRun(queueRun, error))",
    to: "runEvents.on('pool:fatalError', () => {})",
    seenBy: ['server', 'platform/queue/worker'],
  },
  {
    name: 'two jobs about the same payment replace any other',
    file: platform,
    from: '`${name}:${about ? about(payload) : randomUUID()}`',
    to: '`${name}`',
    seenBy: ['server', 'domains/mails/mails.test', 'delivery/deliveries'],
  },
  {
    name: 'a job gives up after its first failure',
    file: platform,
    from: 'tries := 25',
    to: 'tries := 1',
    seenBy: ['server', 'jobs-admin/job-queue', 'testing/no-secret', 'domains/mails/mails.test'],
  },
  {
    name: 'a job that should wait runs at once',
    file: platform,
    from: 'due_at := ${options.runAt ?? null}',
    to: 'due_at := ${null}',
    seenBy: ['server', 'delivery/deliveries', 'notifications/notifications.announce'],
  },
  {
    name: 'an event reaches none of its subscribers',
    file: 'server/src/platform/queue/publish.ts',
    from: 'tx.subscribers.map(',
    to: '[].map(',
    seenBy: ['server', 'jobs/subscribers'],
  },
  {
    name: 'a mail is sent again each time its job runs',
    file: 'server/src/domains/mails/mails.service.ts',
    from: '        isNull(mailsSent.sentAt),\n        lt(mailsSent.claimedAt',
    to: '        lt(mailsSent.claimedAt',
    seenBy: ['server', 'domains/mails/mails.test'],
  },
  {
    name: 'a job that staff retry keeps its spent tries',
    file: 'server/src/domains/jobs-admin/job-queue.service.ts',
    from: 'run_at := now(), attempts := 0)',
    to: 'run_at := now())',
    seenBy: ['server', 'jobs-admin/job-queue'],
  },
  {
    name: 'the list of jobs shows all that a job was given',
    file: 'server/src/domains/jobs-admin/job-queue.service.ts',
    from: "pair[0].endsWith('Id') && typeof pair[1] === 'string'",
    to: "typeof pair[1] === 'string'",
    seenBy: ['server', 'jobs-admin/job-queue'],
  },
  {
    name: 'jobs that gave up are told as waiting',
    file: 'server/src/domains/jobs-admin/job-queue.service.ts',
    from: "when j.attempts >= j.max_attempts then 'dead'",
    to: "when j.attempts > j.max_attempts then 'dead'",
    seenBy: ['server', 'jobs-admin/job-queue'],
  },
  {
    name: 'a clock task is forgotten: nobody looks for payments whose webhook was lost',
    file: 'server/src/jobs/schedule.ts',
    from: "  { name: 'sweep payments', seconds: app.config.sweepSeconds, run: () => sweepPayments(app) },\n",
    to: '',
    seenBy: ['server', 'jobs-admin/job-queue'],
  },
  {
    name: 'a key is minted for an order that is suspended',
    file: mint,
    from: "if (buyerState !== 'there' || order?.status !== 'completed' || order.suspendedAt) return null",
    to: '',
    seenBy: ['server', 'delivery/deliveries', 'delivery/held'],
  },
]
