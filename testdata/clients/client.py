"""Speaks to an MCP server as the official Python client does, and prints what it hears.

    python client.py CALLS COMMAND...

CALLS has a JSON object on each line: {"tool": NAME, "arguments": {...}}. The client itself holds answers to
the tools' output schemas. Printed are the answers for people, or of calls with "brief": true the name of
the answer's schema.
"""

import asyncio
import json
import sys

from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client


async def answer(session, call):
    """What a call gives, as text."""
    try:
        result = await session.call_tool(call["tool"], call["arguments"])
    except MCPError as error:
        return f"refused: {error}"
    if call.get("brief"):
        return result.structured_content["schema"]
    return "\n".join(content.text for content in result.content).rstrip()


async def main(calls, command):
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        listed = await session.list_tools()
        for tool in listed.tools:
            assert tool.description and tool.annotations.read_only_hint, tool.name
            print("tool", tool.name)
        for prompt in (await session.list_prompts()).prompts:
            arguments = {argument.name: "What is a pension?" for argument in prompt.arguments}
            given = await session.get_prompt(prompt.name, arguments)
            print(f"prompt {prompt.name}\n{given.messages[0].content.text}")
        for call in calls:
            print(f"\n> {call['tool']} {json.dumps(call['arguments'])}\n{await answer(session, call)}")
        uncalled = {tool.name for tool in listed.tools} - {call["tool"] for call in calls}
        assert not uncalled, uncalled


with open(sys.argv[1], encoding="utf-8") as file:
    asyncio.run(main([json.loads(line) for line in file], sys.argv[2:]))
