# Prints a page of Markdown up to a size in bytes, and says that it ends there. A
# folded part is printed whole or not at all, so that nothing ends inside of it.
#
#	LC_ALL=C awk -v max=BYTES -f limit.awk FILE

# mawk formats into a buffer of its own size, which print does not.
BEGIN { ORS = "" }

{ part = part $0 "\n" }

/^<details>/ { folded = 1 }

$0 == "</details>" { folded = 0 }

folded { next }

{
	size += length(part)
	if (size > max) exit
	print part
	part = ""
}

END {
	if (size > max) {
		printf "\nThe report is longer than this place takes, and is cut here. The log has every finding: %s/%s/actions/runs/%s\n",
			ENVIRON["GITHUB_SERVER_URL"], ENVIRON["GITHUB_REPOSITORY"], ENVIRON["GITHUB_RUN_ID"]
	}
}
