import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

// A thread that requests unknown URLs, evenly spread over each second, and reports at the end how
// many were answered.

const { origin, rate, seconds } = workerData as { origin: string; rate: number; seconds: number }
const agent = new Agent({ keepAlive: true, maxSockets: 50 })

const addresses = [
  (n: number) => `/nada/${n}`,
  (n: number) => `/products/category/nada-${n}`,
  (n: number) => `/products/?x=${n}`,
]

let startedCount = 0
let answered = 0

function ask(): void {
  startedCount++
  get(origin + addresses[startedCount % addresses.length]!(startedCount), { agent }, (reply) => {
    reply.resume().once('end', () => answered++)
  }).on('error', () => {})
}

const began = performance.now()

const timer = setInterval(() => {
  const due = ((performance.now() - began) / 1000) * rate
  while (startedCount < due) ask()
}, 5)

setTimeout(() => {
  clearInterval(timer)
  parentPort!.postMessage(answered)
  agent.destroy()
}, seconds * 1000)
