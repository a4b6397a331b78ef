"""Calls the tools of a hub by the client that others wrote, and prints what came as JSON. Arguments: the address of the endpoint."""

import asyncio
import json
import sys

from mcp import Client

DOCUMENT = '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}'


async def main(address: str) -> None:
    async with Client(address) as client:
        tools = (await client.list_tools()).tools
        mapped = await client.call_tool("map_keys", {"keys": ["Netzfrequenz"], "most": 1})
        converted = await client.call_tool("convert_document", {"document": DOCUMENT, "format": "nt"})
        refused = await client.call_tool("convert_document", {"document": '{"tension":231.40}'})
        term = await client.read_resource("vocab://term/voltage-V")
        prompt = await client.get_prompt("map_this_file", {"sample": "voltage-V\n231.4"})
        print(
            json.dumps(
                {
                    "protocol": client.protocol_version,
                    "tools": [tool.name for tool in tools],
                    "mapped": mapped.structured_content,
                    "converted": converted.structured_content,
                    "refused": [refused.is_error, json.loads(refused.content[0].text)],
                    "term": json.loads(term.contents[0].text),
                    "prompt": prompt.messages[0].content.text,
                }
            )
        )


asyncio.run(main(sys.argv[1]))
