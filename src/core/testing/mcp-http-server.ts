import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Message = { id?: number; method: string; params?: { name?: string; protocolVersion?: string } }

/** A server that speaks streamable HTTP on the loopback, with one tool. */
export type McpHttpServer = {
  url: string
  /** What it was sent, in order. */
  methods: string[]
  authorizations: (string | undefined)[]
  /** Answers requests with this status from now on. */
  status: number | null
  close(): Promise<void>
}

/** Starts a {@link McpHttpServer}. `slow` answers only with progress, until it is cancelled. */
export async function startMcpHttpServer(): Promise<McpHttpServer> {
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  const state: McpHttpServer = {
    url: '',
    methods: [],
    authorizations: [],
    status: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method: verb, headers } = request
    state.authorizations.push(headers.authorization)
    // No stream of its own is offered (405).
    if (verb !== 'POST') return void response.writeHead(405).end()
    let body = ''
    for await (const chunk of request) body += chunk
    const message: Message = JSON.parse(body)
    state.methods.push(message.method)
    if (state.status !== null) return void response.writeHead(state.status).end()
    if (message.id === undefined) return void response.writeHead(202).end()
    const reply = (result: object) => JSON.stringify({ jsonrpc: '2.0', id: message.id, result })
    if (message.method === 'tools/call') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (message.params?.name === 'slow') return void response.write(': waiting\n\n')
      return void response.end(`data: ${reply({ content: [{ type: 'text', text: 'over HTTP' }] })}\n\n`)
    }
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session-1' })
    response.end(reply(message.method === 'initialize' ? initialized(message) : { tools: TOOLS }))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return state
}

const TOOLS = ['say', 'slow'].map((name) => ({ name, inputSchema: { type: 'object' } }))

function initialized({ params }: Message) {
  return {
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'http', version: '1' },
  }
}
