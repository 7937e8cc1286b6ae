// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../src/MeterEscrow.sol";
import {MeterTerms} from "../src/MeterTerms.sol";
import {TestAusd} from "../src/TestAusd.sol";
import {EscrowTest} from "./base/EscrowTest.sol";

/// @notice The figures that the TypeScript of the protocol package is tested against too.
contract VectorsTest is EscrowTest {
    string private _json;

    function test_vectors_agreeWithTheContract() public {
        _json = vm.readFile("../protocol/vectors/terms.json");
        bytes memory escrowCode = address(escrow).code;
        bytes memory tokenCode = address(token).code;
        uint256 count;
        for (; vm.keyExistsJson(_json, vectorAt(count)); count++) {
            string memory vector = vectorAt(count);
            vm.chainId(vm.parseJsonUint(_json, string.concat(vector, ".chain_id")));
            escrow = MeterEscrow(vm.parseJsonAddress(_json, string.concat(vector, ".escrow")));
            token = TestAusd(vm.parseJsonAddress(_json, string.concat(vector, ".token")));
            vm.etch(address(escrow), escrowCode);
            vm.etch(address(token), tokenCode);
            assertVector(vector);
        }
        vm.assertGe(count, 5, "vectors");
    }

    function assertVector(string memory vector) private view {
        string memory name = vm.parseJsonString(_json, string.concat(vector, ".name"));
        MeterTerms memory terms = parseTerms(string.concat(vector, ".terms"));
        vm.assertEq(terms.token, address(token), name);
        assertTokenDomain(vector);
        vm.assertEq(escrow.getId(terms), vm.parseJsonBytes32(_json, string.concat(vector, ".digest")), name);
        vm.assertEq(escrow.deposit(terms), vm.parseJsonUint(_json, string.concat(vector, ".deposit_wei")), name);
        vm.assertEq(openingDigest(terms), vm.parseJsonBytes32(_json, string.concat(vector, ".typed_data_digest")), name);
        uint256 count;
        for (; vm.keyExistsJson(_json, accruedAt(vector, count)); count++) {
            assertAccrued(terms, accruedAt(vector, count), name);
        }
        vm.assertGe(count, 1, name);
    }

    function assertTokenDomain(string memory vector) private view {
        (, string memory name, string memory version,,,,) = token.eip712Domain();
        vm.assertEq(name, vm.parseJsonString(_json, string.concat(vector, ".token_name")), "token's domain name");
        vm.assertEq(version, vm.parseJsonString(_json, string.concat(vector, ".token_version")), "token's version");
    }

    function assertAccrued(MeterTerms memory terms, string memory point, string memory name) private view {
        uint32 second = uint32(vm.parseJsonUint(_json, string.concat(point, ".seconds")));
        (uint256 gross, uint256 fee) = escrow.accruedAt(terms, second);
        vm.assertEq(gross, vm.parseJsonUint(_json, string.concat(point, ".gross_wei")), name);
        vm.assertEq(fee, vm.parseJsonUint(_json, string.concat(point, ".fee_wei")), name);
    }

    function parseTerms(string memory path) private view returns (MeterTerms memory) {
        return MeterTerms({
            payer: vm.parseJsonAddress(_json, string.concat(path, ".payer")),
            merchant: vm.parseJsonAddress(_json, string.concat(path, ".merchant")),
            operator: vm.parseJsonAddress(_json, string.concat(path, ".operator")),
            token: vm.parseJsonAddress(_json, string.concat(path, ".token")),
            feeRecipient: vm.parseJsonAddress(_json, string.concat(path, ".fee_recipient")),
            feeBps: uint16(vm.parseJsonUint(_json, string.concat(path, ".fee_bps"))),
            ratePerSecond: uint128(vm.parseJsonUint(_json, string.concat(path, ".rate_per_second"))),
            maxSeconds: uint32(vm.parseJsonUint(_json, string.concat(path, ".max_seconds"))),
            stopGrace: uint32(vm.parseJsonUint(_json, string.concat(path, ".stop_grace"))),
            openBy: uint40(vm.parseJsonUint(_json, string.concat(path, ".open_by"))),
            expiry: uint40(vm.parseJsonUint(_json, string.concat(path, ".expiry"))),
            salt: vm.parseJsonBytes32(_json, string.concat(path, ".salt"))
        });
    }

    function vectorAt(uint256 index) private pure returns (string memory) {
        return string.concat(".[", vm.toString(index), "]");
    }

    function accruedAt(string memory vector, uint256 index) private pure returns (string memory) {
        return string.concat(vector, ".accrued[", vm.toString(index), "]");
    }
}
