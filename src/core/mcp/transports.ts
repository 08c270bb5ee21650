import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { ServerHearer, ServerProcess } from '../ports'

/** JSON lines over the streams of a server, which is started and ended with the transport. */
export class StreamsTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  private readonly received = new ReadBuffer()
  private server: ServerProcess | null = null

  constructor(
    private readonly launch: (hearer: ServerHearer) => Promise<ServerProcess>,
    private readonly log: (text: string) => void,
  ) {}

  async start(): Promise<void> {
    this.server = await this.launch({ data: (chunk) => this.take(chunk), log: this.log })
    void this.server.ended.then(() => this.onclose?.())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.server?.write(serializeMessage(message))
  }

  async close(): Promise<void> {
    await this.server?.stop()
  }

  private take(chunk: Buffer): void {
    try {
      this.received.append(chunk)
    } catch (error) {
      // A message of many megabytes is none, and would fill memory.
      this.fail(error)
      void this.close()
      return
    }
    for (;;) {
      try {
        const message = this.received.readMessage()
        if (message === null) return
        this.onmessage?.(message)
      } catch (error) {
        // Some servers print words for people on the same stream: that line is lost, the next one may be a message.
        this.fail(error)
      }
    }
  }

  private fail(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Streamable HTTP. Redirects to another origin are not followed: the headers are for the address that was entered. */
export function httpTransport(
  url: string,
  headers: Record<string, string>,
  fetch: typeof globalThis.fetch,
): Transport {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch })
  // The library types this field apart from its own interface.
  return transport as Transport
}
