"""Calls a hub by the generated REST client over ``ExactClient``, and prints what came. Argument: the address."""

import json
import sys
from decimal import Decimal
from typing import Any

from vocabulary_hub_rest import Client  # type: ignore[import-not-found]
from vocabulary_hub_rest.api.documents import convert_terms, embed_semantic  # type: ignore[import-not-found]
from vocabulary_hub_rest.api.vocabulary import (  # type: ignore[import-not-found]
    convert_unit,
    find_terms,
    post_sparql,
    read_lexicon,
    read_lexicon_sources,
)
from vocabulary_hub_rest.models import (  # type: ignore[import-not-found]
    ConvertTermsFormat,
    Document,
    PostSparqlDataBody,
)

from vocabulary_hub.exact_http import ExactClient


def main(address: str) -> dict[str, Any]:
    """What the operations answer."""
    client = Client(base_url=address)
    client.set_httpx_client(ExactClient(base_url=address, timeout=60))
    document = Document.from_dict({"timestamp": "2026-03-01T10:15:00Z", "active_power-kW": Decimal("812.40")})
    refused = Document.from_dict({"U_L1": 1})
    ask = PostSparqlDataBody.from_dict({"query": "ASK { ?s ?p ?o }"})
    embedded = embed_semantic.sync(client=client, body=document).to_dict()
    lexicon = read_lexicon.sync(client=client).to_dict()
    return {
        "embedded": str(embedded["active_power-kW"]),
        "converted": convert_terms.sync(client=client, body=document, format_=ConvertTermsFormat.NT),
        "refused": convert_terms.sync(client=client, body=refused).not_terms,
        "found": find_terms.sync(client=client, q="voltage-V").count,
        "value": convert_unit.sync(client=client, value="812.40", from_="kW", to="MW").value,
        "asked": post_sparql.sync(client=client, body=ask).to_dict()["boolean"],
        "terms": len(lexicon["terms"]),
        "sources": len(read_lexicon_sources.sync(client=client).data),
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
